export { exportCalendar, importCalendar } from './move/calendar-file.ts'
export {
  type CompareOptions,
  type CompareReport,
  compareSite,
  type Difference,
  type DifferenceReason,
} from './move/compare-site.ts'
export { type CopyOptions, type CopyReport, copyCalendar } from './move/copy-calendar.ts'
export {
  type ImportNote,
  type ImportOptions,
  type ImportProgress,
  type ImportReport,
  importSite,
  type KindReport,
  type NoteReason,
} from './move/import-site.ts'
export { MoveError } from './move/polite-fetch.ts'
