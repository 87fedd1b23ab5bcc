import { type ImageType, typeOf } from '../../core/domain/images/type-of.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import { MoveError } from '../move-error.ts'
import { type Image, imageOf } from './old-image.ts'
import type { OldSite } from './old-site.ts'

/*
 * Images of the old site: handed to the host, who stores their bytes and says where they are from now on.
 */

export interface ImageFile {
  readonly bytes: Uint8Array
  readonly type: ImageType
}

/**
 * Moves an image: returns it as records show it from now on. `read` fetches one of its files, `image.url` or one of
 * `image.sizes`. It rejects with `MoveError` if there is no image or it is larger than 32 MiB. Called once for each image
 * of an import, and again by the next one: do not read what you have.
 */
export type MoveImage = (image: Image, read: (url: string) => Promise<ImageFile>) => Promise<Image>

const MOST_BYTES = 32 * 1024 * 1024

export class ImageMover {
  readonly #site: OldSite
  readonly #move: MoveImage | undefined
  readonly #moved = new Map<string, Promise<Image | undefined>>()

  constructor(site: OldSite, move: MoveImage | undefined) {
    this.#site = site
    this.#move = move
  }

  /** `undefined` if the image could not be moved: then it keeps its address. */
  moved(image: Image): Promise<Image | undefined> {
    const move = this.#move
    if (move === undefined) return Promise.resolve(image)
    const key = JSON.stringify(image)
    const known = this.#moved.get(key)
    if (known !== undefined) return known
    const moving = move(image, (url) => this.#read(url)).catch((error: unknown) => {
      if (error instanceof MoveError) return undefined
      throw error
    })
    this.#moved.set(key, moving)
    return moving
  }

  /** An answer of the old site, with its images as they are after the move. */
  async inAnswer(row: Row): Promise<Row> {
    if (this.#move === undefined) return row
    const entries = Object.entries(row).map(async ([name, value]) => [name, await this.#inValue(name, value)])
    return Object.fromEntries(await Promise.all(entries))
  }

  async #inValue(name: string, value: unknown): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map((one) => this.#inValue('', one)))
    if (!isRow(value)) return value
    const image = name === 'image' ? imageOf(value) : null
    return image === null ? this.inAnswer(value) : ((await this.moved(image)) ?? value)
  }

  async #read(url: string): Promise<ImageFile> {
    const { status, bytes } = await this.#site.file(url)
    if (status !== 200) throw new MoveError(`${url}: status ${status}`)
    if (bytes.length > MOST_BYTES) throw new MoveError(`${url}: larger than ${MOST_BYTES} bytes`)
    const type = typeOf(bytes)
    if (type === undefined) throw new MoveError(`${url}: not an image`)
    return { bytes, type }
  }
}
