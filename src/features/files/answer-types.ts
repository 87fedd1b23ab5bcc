import type { FileImportReport } from '../../types/index.ts'

export interface Answers {
  FileImportReport: FileImportReport
}
