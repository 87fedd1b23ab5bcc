export { exportCalendar, importCalendar } from './move/calendar-file.ts'
export {
  type CompareOptions,
  type CompareReport,
  compareSite,
  type Difference,
  type DifferenceReason,
} from './move/compare-site.ts'
export type { ConnectionTests } from './move/connection-tests.ts'
export { type CopyOptions, type CopyReport, copyCalendar } from './move/copy-calendar.ts'
export { type ExportOptions, exportEvents } from './move/export-events.ts'
export type { FileFormat, FileNote, FileNoteReason } from './move/files/file-event.ts'
export type { FileInput } from './move/files/file-text.ts'
export { type FileReport, type ImportFileOptions, importFile } from './move/import-file.ts'
export {
  type ImportNote,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  importSite,
  type KindReport,
  type NoteReason,
  type Unseen,
} from './move/import-site.ts'
export { MoveError } from './move/move-error.ts'
export type { ImageFile, ImageType, MoveImage } from './move/move-images.ts'
export { type OldAddressOptions, oldAddresses } from './move/old-addresses.ts'
export type { OldWords } from './move/old-path.ts'
