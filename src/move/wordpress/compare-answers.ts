import { isRow, type Row } from '../../formats/rows.ts'
import type { Collection } from './old-site.ts'

/*
 * Two answers about the same record, value by value.
 */

/** A record in both answers: the one that was asked for, or one inside it. */
export interface Owner {
  readonly collection: Collection
  readonly old: Row
  readonly ours: Row
}

/** A value that differs. */
export interface Found {
  /** Such as `venue.#20.city`. */
  readonly field: string
  /** The record that the value belongs to; `undefined` for a whole answer. */
  readonly owner: Owner | undefined
  /** Its field in that record, such as `image.url`. '' for the record itself. */
  readonly inOwner: string
  readonly old: unknown
  readonly ours: unknown
}

const INSIDE: ReadonlyMap<string, Collection> = new Map([
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['categories', 'categories'],
  ['tags', 'tags'],
])

/** Members deeper than this are compared as a whole. */
const MOST_STEPS = 12

export function compareAnswers(
  collection: Collection,
  answers: { readonly old: unknown; readonly ours: unknown },
  tell: { readonly equal: () => void; readonly differs: (found: Found) => void },
): void {
  /** `list`: the records that this is one of. */
  function compare(found: Found, list: Collection | undefined, steps: number): void {
    const { old, ours, field } = found
    const isWhole = steps === MOST_STEPS || nameOf(found.inOwner) === 'json_ld'
    const [first, second] = isWhole ? [] : [members(found, old), members(found, ours)]
    if (first === undefined || second === undefined) {
      if (old === ours || JSON.stringify(old) === JSON.stringify(ours)) tell.equal()
      else tell.differs(found)
      return
    }
    const isRecord = list !== undefined && isRow(old) && isRow(ours) && !isAlone(found, list)
    const owner = isRecord ? { collection: list, old, ours } : found.owner
    const inOwner = isRecord ? '' : found.inOwner
    for (const name of new Set([...first.keys(), ...second.keys()])) {
      const inside: Found = {
        field: field === '' ? name : `${field}.${name}`,
        owner,
        inOwner: inOwner === '' ? name : `${inOwner}.${name}`,
        old: first.get(name),
        ours: second.get(name),
      }
      const next = isRecord ? INSIDE.get(name) : list
      compare(inside, next, steps + 1)
    }
  }
  compare({ ...answers, field: '', owner: undefined, inOwner: '' }, collection, 0)
}

/** One venue is shown alone, several as a list. */
const isAlone = ({ inOwner }: Found, list: Collection): boolean => list === 'venues' && inOwner === 'venue'

export const nameOf = (field: string): string => field.split('.').at(-1) ?? ''

/** Names and values of a list or an object. */
function members({ inOwner }: Found, value: unknown): Map<string, unknown> | undefined {
  const isVenue = inOwner === 'venue' && isRow(value)
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : isVenue ? [value] : undefined
  // Links are compared by the record that they show, whatever their order.
  if (list !== undefined) {
    return new Map(list.map((one, at) => [isRow(one) && 'id' in one ? `#${one.id}` : String(at), one]))
  }
  return isRow(value) ? new Map(Object.entries(value)) : undefined
}
