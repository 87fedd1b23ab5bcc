import type { MergeReport } from '../../types/index.ts'

/** Of `POST /venues/{id}/merge` and the like. */
export interface Answers {
  MergeReport: MergeReport
}
