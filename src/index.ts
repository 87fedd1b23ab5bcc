export { createEventsApi } from './api.ts'
export { ApiError, type ErrorCode } from './errors.ts'
export type * from './types/index.ts'
