import type { Change, Content, Document, Storage } from '../../../storage/contract.ts'
import { parseOwn } from '../../domain/json.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import type { Guard } from '../../fields/row.ts'

/*
 * Notes: what is kept under a name, beside the records: how far deliveries and imports have come, and the heads of the
 * journal. Names that begin with a dot are ours; hosts choose others.
 */

const IDS = 2 ** 40

/** The ID of the note with a name. */
export const noteId = (name: string): number => 1 + (textHash(name) % IDS)

export const noteContent = (name: string, data: unknown): Content<'note'> => ({
  keys: { name },
  text: [],
  data: JSON.stringify(data),
})

export const putNote = (name: string, expect: number, data: unknown): Change => ({
  ...{ do: 'put', kind: 'note', id: noteId(name), expect, content: noteContent(name, data) },
})

/** The notes with these names, by name. */
export async function readNotes(
  storage: Storage,
  names: readonly string[],
): Promise<ReadonlyMap<string, Document<'note'>>> {
  const found = await storage.get('note', names.map(noteId))
  const byId = new Map(found.map((document) => [document.id, document]))
  return new Map(
    names.flatMap((name) => {
      const note = byId.get(noteId(name))
      return note === undefined ? [] : [[name, named(note, name)] as const]
    }),
  )
}

/** One note, with what it says: version 0 and nothing if there is none. */
export async function readNote<T>(
  storage: Storage,
  name: string,
  is: Guard<T>,
): Promise<{ readonly version: number; readonly value: T | undefined }> {
  const note = (await readNotes(storage, [name])).get(name)
  if (note === undefined) return { version: 0, value: undefined }
  return { version: note.version, value: parseOwn(note.data, is, `the note '${name}'`) }
}

/** Two names can share an ID by a rare chance. Notes from before 0.8 have no name until they are written again. */
function named(note: Document<'note'>, name: string): Document<'note'> {
  if (note.keys.name === name || note.keys.name === '') return note
  throw new Error(`the note '${name}' has the ID of the note '${note.keys.name}'`)
}
