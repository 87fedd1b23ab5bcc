import type { Change, Document, Storage } from '../../../storage/contract.ts'
import { parseOwn } from '../../domain/json.ts'
import { CALENDAR, type Extra, extraContent, extraId, nameKey } from '../../domain/records/extras.ts'
import type { Guard } from '../../fields/row.ts'

/* Extras as they are read and written. */

/** The change that writes an extra. */
export const putExtra = (id: number, expect: number, extra: Extra): Change => ({
  ...{ do: 'put', kind: 'extra', id, expect, content: extraContent(extra) },
})

export const removeExtra = ({ id, version }: Pick<Document, 'id' | 'version'>): Change => ({
  ...{ do: 'remove', kind: 'extra', id, expect: version },
})

/** The change that writes an extra with a name. */
export const putNamed = (owner: string, name: string, expect: number, data: unknown): Change =>
  putExtra(extraId(owner, name), expect, { owner, name, data })

/** Those of an owner with these names, by name. */
export async function readAllNamed(
  storage: Storage,
  owner: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Document<'extra'>>> {
  const idOf = (name: string) => extraId(owner, name)
  const byId = new Map((await storage.get('extra', names.map(idOf))).map((one) => [one.id, one]))
  return new Map(
    names.flatMap((name) => {
      const extra = byId.get(idOf(name))
      return extra === undefined ? [] : [[name, named(extra, name)] as const]
    }),
  )
}

/** One of them, with what it says: version 0 and nothing if there is none. */
export async function readNamed<T>(
  storage: Storage,
  owner: string,
  name: string,
  is: Guard<T>,
): Promise<{ readonly version: number; readonly value: T | undefined }> {
  const extra = (await readAllNamed(storage, owner, [name])).get(name)
  if (extra === undefined) return { version: 0, value: undefined }
  return { version: extra.version, value: parseOwn(extra.data, is, `the extra '${name}'`) }
}

/** Two names can share an ID by a rare chance. Notes of 0.7 have no name until they are written again. */
function named(extra: Document<'extra'>, name: string): Document<'extra'> {
  if (extra.keys.name === nameKey(name) || extra.keys.name === null) return extra
  throw new Error(`the extra '${name}' has the ID of the extra '${extra.keys.name}'`)
}

// —— Notes of the calendar ————————————————————————————————————————————————————————————————————————————————————

/* How far deliveries and imports have come, and the heads of the journal. Names that begin with a dot are ours; hosts choose others. */

export const noteId = (name: string): number => extraId(CALENDAR, name)

export const noteContent = (name: string, data: unknown) => extraContent({ owner: CALENDAR, name, data })

export const putNote = (name: string, expect: number, data: unknown): Change =>
  putNamed(CALENDAR, name, expect, data)

export const readNotes = (storage: Storage, names: readonly string[]) =>
  readAllNamed(storage, CALENDAR, names)

export const readNote = <T>(storage: Storage, name: string, is: Guard<T>) =>
  readNamed(storage, CALENDAR, name, is)
