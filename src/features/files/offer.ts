/* What others use: `kalends/move` imports files into storages, with the same steps. */

export { FileImport } from './file-import.ts'
export { type FileReport, newReport } from './file-report.ts'
export { FileState } from './file-state.ts'
export { type CalendarWrites, FileWrites, type WriteResult } from './file-writes.ts'
export { Identities } from './identities.ts'
