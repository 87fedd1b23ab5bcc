import type { Page } from './records.ts'

/*
 * Images that are uploaded, and the stores of their files.
 */

/** The type that the first bytes say, whatever a name or a header field says. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'

/** The option `images`; see `docs/images.md`. */
export interface ImagesOptions {
  /** Where files are kept: `databaseImages`, `folderImages`, `s3Images`, or an object of your own. */
  readonly store: ImageStore
  /**
   * Makes smaller files of an image, such as `medium` and `large`, if the upload brings none. The results are checked like
   * uploads. Names are 1 to 40 characters: `a` to `z`, digits, `-`, `_`. If it rejects, the upload is 500 and nothing is
   * kept. Default: no sizes.
   */
  readonly resize?: ((image: ResizableImage) => Promise<Readonly<Record<string, Uint8Array>>>) | undefined
  /**
   * Where the addresses of a store lead, such as `https://cdn.example`: the policy of the page for editors lets it show
   * images from there. Default: none, images come from the API. Throws `RangeError` unless these are origins.
   */
  readonly origins?: readonly string[] | undefined
  /** Whether contributors may upload. Default false. */
  readonly contributors?: boolean | undefined
}

export interface ResizableImage {
  readonly type: ImageType
  /** Without metadata. Its orientation is kept. */
  readonly bytes: Uint8Array
  /** Pixels as shown, after the image is turned. */
  readonly width: number
  readonly height: number
}

/** Keeps the files of images. Names are unique and random, and files never change. */
export interface ImageStore {
  /**
   * Stores a file. Resolves when it can be read. `url`: where the store serves it, an http(s) URL; without one, the API
   * serves it by `get`. If it rejects, the upload is 503 and nothing is kept.
   */
  readonly put: (file: StoredImage) => Promise<{ readonly url?: string | undefined } | undefined>
  /** Reads a file; `undefined` if there is none. Needed if `put` answers no URL. */
  readonly get?: (id: number, name: string) => Promise<ImageStream | undefined>
  /** Removes a file. It is no error if there is none. */
  readonly remove: (id: number, name: string) => Promise<unknown>
}

export interface StoredImage {
  /** ID of the image. Its sizes have the same one. */
  readonly id: number
  /** Letters `a` to `z`, digits, `-`, and a dot before the extension. At most 150 characters. */
  readonly name: string
  readonly type: ImageType
  readonly bytes: Uint8Array
  /** Bytes of the file. */
  readonly size: number
  /** When it was uploaded. */
  readonly date: Date
}

export interface ImageStream {
  readonly bytes: ReadableStream<Uint8Array>
  /** Bytes of the file. */
  readonly size: number
  readonly type: string
}

/** What a change of an image sends. Absent fields do not change. */
export interface MediaInput {
  /** What it shows, for people who do not see it. */
  alt?: string | null | undefined
  title?: string | null | undefined
  /** Whether it only decorates. Then `alt` is empty. */
  decorative?: boolean | undefined
}

/** An image that was uploaded. */
export interface Media {
  id: number
  url: string
  alt: string
  title: string
  decorative: boolean
  mime_type: string
  /** Pixels as shown, after the image is turned. */
  width: number
  height: number
  /** Bytes. */
  filesize: number
  sizes: Record<string, { url: string; width: number; height: number }>
  /** ID of the user who uploaded it. */
  author: number | string
  /** When it was uploaded, on the clock of the site. */
  date: string
}

export interface MediaList extends Page {
  media: Media[]
}
