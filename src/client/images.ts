import type { FileImportReport, Media, MediaInput } from '../types/index.ts'
import { type Collection, createCollection, type DeleteOptions, type WriteOptions } from './collections.ts'
import type { PageFilters } from './filters.ts'
import { ask, type RequestOptions, type Send } from './request.ts'

export interface ImageFilters extends PageFilters {
  search?: string | undefined
  /** ID of the user who uploaded it. */
  author?: number | string | undefined
}

/** What is sent with an image: what it shows, and smaller ones of it by the names of their sizes. */
export interface UploadInput extends MediaInput {
  readonly sizes?: Readonly<Record<string, Blob>> | undefined
}

/** Images that were uploaded. They need the option `images` of the server. */
export interface Images extends Pick<Collection<Media, ImageFilters, MediaInput>, 'list' | 'get' | 'update'> {
  /** A `File` brings its name. Types and sizes: see "Images" in the documentation. */
  readonly upload: (file: Blob, input?: UploadInput, options?: RequestOptions) => Promise<Media>
  /** Rejects with 409 `rest_image_in_use` if records show it. With `force`, they show no image any more. */
  readonly delete: (id: number, options?: WriteOptions & DeleteOptions) => Promise<Media>
}

export function createImages(send: Send): Images {
  const images = createCollection<Media, Media, ImageFilters, MediaInput, never>(send, 'media', (raw) => raw)
  const { list, get, update, delete: remove } = images
  return {
    ...{ list, get, update, delete: remove },
    upload: (file, { sizes = {}, ...input } = {}, options) => {
      const form = new FormData()
      form.set('file', file)
      for (const [name, value] of Object.entries(input)) if (value != null) form.set(name, String(value))
      for (const [name, size] of Object.entries(sizes)) form.set(`sizes[${name}]`, size)
      return ask(send, { method: 'POST', path: '/media', body: form }, options, 'id')
    },
  }
}

export interface ImportFileOptions extends RequestOptions {
  /** Whether nothing is written. Default `false`. */
  readonly dryRun?: boolean | undefined
  /** Default: by the type of the file, or by its content. */
  readonly format?: 'ics' | 'csv' | undefined
  /** Such as `windows-1252`. Default: UTF-8, or UTF-16 with a byte order mark. */
  readonly encoding?: string | undefined
}

/**
 * Imports an iCalendar or CSV file; needs the option `import` of the server. If the report has `more`, the time was up:
 * the same call goes on.
 */
export type ImportFile = (file: Blob, options?: ImportFileOptions) => Promise<FileImportReport>

export const createImportFile =
  (send: Send): ImportFile =>
  (file, { dryRun, format, encoding, ...options } = {}) => {
    const form = new FormData()
    form.set('file', file)
    const query = { dry_run: dryRun, format, encoding }
    return ask(send, { method: 'POST', path: '/import', query, body: form }, options, 'refused')
  }
