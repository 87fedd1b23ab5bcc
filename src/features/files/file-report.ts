import type { FileFormat, FileNote } from '../../formats/file-event.ts'

export interface FileReport {
  readonly format: FileFormat
  /** Events, venues and organizers in the file; of an export of ours, documents. */
  read: number
  created: number
  updated: number
  unchanged: number
  /** Moved to the trash: they are gone, with `prune`. */
  trashed: number
  /** Could not be brought; see the notes. */
  skipped: number
  /** What an earlier file of this source brought, and this one lacks. */
  gone: { readonly key: string; readonly id: number }[]
  readonly notes: FileNote[]
  /** Columns of CSV whose names are not known. */
  readonly unknownColumns: readonly string[]
}

export const newReport = (format: FileFormat, unknownColumns: readonly string[]): FileReport => ({
  ...{ format, read: 0, created: 0, updated: 0, unchanged: 0, trashed: 0, skipped: 0 },
  ...{ gone: [], notes: [], unknownColumns },
})
