import type { Content, Document } from '../../../storage/contract.ts'
import { parse } from '../json.ts'
import { textHash } from '../text/text-hash.ts'

/*
 * Files in the calendar's own storage: a head, which says what they are, and parts of at most 65,536 characters. Their
 * IDs follow from the image and the name, which is random.
 */

/** Bytes of a part: 65,536 characters of base64. */
export const PART_BYTES = 49_152

/** IDs of one file. */
const ROOM = 4096
const FILES = 2 ** 40

export const MOST_PARTS = ROOM - 1

export interface BlobHead {
  /** ID of the image. */
  readonly image: number
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly parts: number
  /** When it was written: ISO 8601, UTC. */
  readonly date: string
}

export const headId = ({ image, name }: Pick<BlobHead, 'image' | 'name'>): number =>
  1 + (textHash(`${image}/${name}`) % FILES) * ROOM

/** IDs of its parts, in order. */
export const partIds = (head: Pick<BlobHead, 'image' | 'name' | 'parts'>): number[] =>
  Array.from({ length: head.parts }, (_, index) => headId(head) + 1 + index)

export const headContent = (head: BlobHead): Content<'blob'> => ({
  keys: { head: 1 },
  text: [],
  data: JSON.stringify(head),
})

export const partContent = (data: string): Content<'blob'> => ({ keys: { head: 0 }, text: [], data })

export function headOf({ id, data }: Pick<Document<'blob'>, 'id' | 'data'>): BlobHead {
  const head = parse(data, isHead)
  if (head !== undefined && headId(head) === id) return head
  throw new TypeError(`the blob ${id} is no head of a file`)
}

const isHead = (value: unknown): value is BlobHead =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'parts' in value &&
  typeof value.parts === 'number' &&
  'image' in value
