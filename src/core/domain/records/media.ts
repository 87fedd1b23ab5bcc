import type { Content, Document } from '../../../storage/contract.ts'
import type { Image, ImageSize } from '../../../types/index.ts'
import { EXTENSIONS, type ImageType } from '../images/type-of.ts'
import { HOST } from '../images.ts'
import { parseOwn } from '../json.ts'
import { fold, secondSpelling } from '../text/fold.ts'
import { extraContent } from './extras.ts'
import { type UserId, userKey } from './user-id.ts'

/* Images that were uploaded: as records, as documents, and as events, venues and organizers hold them. */

export interface MediaFile {
  /** In the store. Begins with 128 random bits. */
  readonly name: string
  /** Where the store serves it; `null`: below the API. */
  readonly url: string | null
  readonly type: ImageType
  /** Pixels as shown. */
  readonly width: number
  readonly height: number
  readonly filesize: number
}

export interface MediaRecord extends MediaFile {
  readonly id: number
  readonly version: number
  readonly author: UserId
  readonly title: string
  readonly alt: string
  /** Whether it only decorates: then it has no alternative text. */
  readonly decorative: boolean
  /** As it was uploaded. */
  readonly filename: string
  /** UTC. */
  readonly date: string
  /** When it was uploaded or changed, or when a record that named it last named another one, UTC. */
  readonly touched: string
  readonly sizes: Readonly<Record<string, MediaFile>>
  /**
   * `stale`: records show it as it was. `going`: it is being deleted if no record shows it, and none may name it any
   * more. `gone`: it is deleted, and records may still show it. Whoever is cut off leaves it so; `api.purge` completes it.
   */
  readonly state?: 'stale' | 'going' | 'gone' | undefined
}

/** The owner of images. */
export const IMAGES = 'image'

/** The label of images whose change or deletion was cut off, or goes on now. */
export const UNFINISHED = 'unfinished'

/** The label of the images of a user. */
export const authorLabel = (key: number): string => `by ${key}`

export const isGoing = ({ state }: Pick<MediaRecord, 'state'>): boolean =>
  state === 'going' || state === 'gone'

export function mediaContent(record: MediaRecord): Content<'extra'> {
  const { id: _id, version: _version, ...data } = record
  const texts = [record.title, record.alt, record.filename]
  return extraContent({
    owner: IMAGES,
    labels: [authorLabel(userKey(record.author)), ...(record.state === undefined ? [] : [UNFINISHED])],
    due: record.touched,
    text: [...texts.map(fold), ...texts.map(secondSpelling).filter((text) => text !== undefined)],
    data,
  })
}

/** Whether an extra is an image. Others have IDs of the same sequence. */
export const isImage = ({ keys }: Document<'extra'>): boolean => keys.owner === IMAGES

export function mediaOf({ id, version, data }: Pick<Document, 'id' | 'version' | 'data'>): MediaRecord {
  return { ...parseOwn(data, isMedia, `the image ${id}`), id, version }
}

/** What `mediaContent` writes has all members or none. */
const isMedia = (value: unknown): value is Omit<MediaRecord, 'id' | 'version'> =>
  typeof value === 'object' && value !== null && 'name' in value && 'sizes' in value && 'touched' in value

export const filesOf = (record: MediaRecord): readonly MediaFile[] => [record, ...Object.values(record.sizes)]

/** Below the API, or where the store says. */
const addressOf = (id: number, { url, name }: MediaFile): string => url ?? `/media/${id}/${name}`

/** As records hold it. Addresses below the API begin with a slash; see `shownImage`. */
export function imageOfMedia(record: MediaRecord): Image {
  const { id, alt, type, width, height, filesize } = record
  const sizes = Object.entries(record.sizes).map(([name, file]): [string, ImageSize] => [
    name,
    {
      width: file.width,
      height: file.height,
      'mime-type': file.type,
      filesize: file.filesize,
      url: addressOf(id, file),
    },
  ])
  return {
    url: addressOf(id, record),
    id,
    alt,
    extension: EXTENSIONS[type],
    width,
    height,
    filesize,
    sizes: Object.fromEntries(sizes),
  }
}

/** An image of the host, which may have an ID and a text as well. Answers do not show the mark: see `shownImage`. */
export const hostImage = (image: Image): Image =>
  image.alt === undefined ? image : Object.assign({}, image, { [HOST]: true })

/** Whether a record holds an image that was uploaded: of all others, only those of the host have a text. */
export const isUploaded = (image: Image | null | undefined): image is Image =>
  image?.alt !== undefined && image.id > 0 && !(HOST in image)
