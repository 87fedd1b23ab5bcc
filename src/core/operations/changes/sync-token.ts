import { type Caller, has } from '../../access/policy.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { LANES } from '../journal/outbox.ts'

/*
 * The token of a sync: how far the client has followed each lane, for whom, and how far a first sync has come. It needs
 * no signature: what a page shows depends on the caller alone.
 */

export interface SyncPlace {
  /** Who the token is for. */
  readonly reader: number
  /** The list of records that the next page goes on with; `undefined` for entries. */
  readonly list: SyncList | undefined
  /** The last number of each lane that the client knows. */
  readonly at: readonly number[]
}

/** Lists are by ID. */
export interface SyncList {
  /** Of a first sync, all records: index of the kind. */
  readonly kind: number
  /** What changes with this record, whose kind `kind` is; 0 for all records. */
  readonly of: number
  /** The last ID that was listed. */
  readonly id: number
}

const VERSION = 1
const PARTS = 5 + LANES.length
const FORM = /^[0-9a-z]{1,11}(-[0-9a-z]{1,11})*$/

/** A number for those who may read the same: visitors, those who may read everything, and else each user in each role. */
export function readerOf(caller: Caller): number {
  if (caller === null) return 0
  return has(caller, 'others') ? 1 : 2 + (textHash(JSON.stringify([caller.role, caller.id])) % 2 ** 50)
}

export const tokenOf = ({ reader, list, at }: SyncPlace): string =>
  [VERSION, reader, list === undefined ? 0 : list.kind + 1, list?.of ?? 0, list?.id ?? 0, ...at]
    .map((number) => number.toString(36))
    .join('-')

/** `undefined`: this is no token. */
export function placeOf(token: string): SyncPlace | undefined {
  const numbers = FORM.test(token) ? token.split('-').map((part) => Number.parseInt(part, 36)) : []
  const [version, reader = 0, kind = 0, of = 0, id = 0, ...at] = numbers
  if (version !== VERSION || numbers.length !== PARTS || !numbers.every(Number.isSafeInteger))
    return undefined
  return { reader, list: kind === 0 ? undefined : { kind: kind - 1, of, id }, at }
}
