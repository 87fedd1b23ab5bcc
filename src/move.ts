export type { ImageType } from './core/domain/images/type-of.ts'
export { renewCalendarId } from './core/operations/journal/calendar-id.ts'
export type { FileReport } from './features/files/offer.ts'
export type { FileFormat, FileNote, FileNoteReason } from './formats/file-event.ts'
export type { FileInput } from './formats/file-text.ts'
export { exportCalendar, importCalendar } from './move/copy/calendar-file.ts'
export { type CopyOptions, type CopyReport, copyCalendar } from './move/copy/copy-calendar.ts'
export { type ExportOptions, exportEvents } from './move/files/export-events.ts'
export { type ImportFileOptions, importFile } from './move/files/import-file.ts'
export { MoveError } from './move/move-error.ts'
export type { CompareReport, Difference, DifferenceReason } from './move/wordpress/compare-report.ts'
export { type CompareOptions, compareSite } from './move/wordpress/compare-site.ts'
export type { ConnectionTests } from './move/wordpress/connection-tests.ts'
export type {
  IdRange,
  ImportNote,
  ImportProgress,
  ImportReport,
  KindReport,
  NoteReason,
  Unseen,
} from './move/wordpress/import-report.ts'
export { type ImportOptions, importSite } from './move/wordpress/import-site.ts'
export type { ImageFile, MoveImage } from './move/wordpress/move-images.ts'
export { type OldAddressOptions, oldAddresses } from './move/wordpress/old-addresses.ts'
export type { OldWords } from './move/wordpress/old-path.ts'
