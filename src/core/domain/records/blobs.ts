import type { Content, Document } from '../../../storage/contract.ts'
import { isObject, parse } from '../json.ts'
import { extraContent, extraId } from './extras.ts'

/*
 * Files in the calendar's own storage: an extra that says what they are, the head, and parts of at most 65,536 characters.
 * Their IDs follow from the image and the name, which is random.
 */

/** The owners of heads, and of parts. */
export const FILES = 'file'
const PARTS = 'part'

/** Bytes of a part: 65,536 characters of base64. */
export const PART_BYTES = 49_152

export const MOST_PARTS = 4095

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

const nameOf = ({ image, name }: Pick<BlobHead, 'image' | 'name'>): string => `${image}/${name}`

export const headId = (head: Pick<BlobHead, 'image' | 'name'>): number => extraId(FILES, nameOf(head))

/** IDs of its parts, in order. */
export const partIds = (head: Pick<BlobHead, 'image' | 'name' | 'parts'>): number[] =>
  Array.from({ length: head.parts }, (_, index) => extraId(PARTS, `${nameOf(head)}/${index}`))

export const headContent = (head: BlobHead): Content<'extra'> =>
  extraContent({ owner: FILES, name: nameOf(head), data: head })

/** The part as it is: quotes around it would be too many characters. */
export const partContent = (data: string): Content<'extra'> => ({
  ...extraContent({ owner: PARTS, data: null }),
  data,
})

export function headOf({ id, data }: Pick<Document<'extra'>, 'id' | 'data'>): BlobHead {
  const head = parse(data, isHead)
  if (head !== undefined && headId(head) === id) return head
  throw new TypeError(`the extra ${id} is no head of a file`)
}

const isHead = (value: unknown): value is BlobHead =>
  isObject(value) && typeof value.name === 'string' && typeof value.parts === 'number' && 'image' in value
