import { LIMITS as FILES } from './features/files/limits.ts'
import { LIMITS as SUGGESTIONS } from './features/suggestions/limits.ts'
import type { Limits } from './types/index.ts'

/** The bounds of a calendar, unless its options say otherwise. Features have rows of their own, one line each. */
export const DEFAULT_LIMITS: Limits = {
  body: 1024 * 1024,
  batch: 100,
  batchBody: 8 * 1024 * 1024,
  batchBytes: 8 * 1024 * 1024,
  ...FILES,
  depth: 32,
  url: 8 * 1024,
  list: 100,
  line: 1000,
  text: 200_000,
  perPage: 50,
  offset: 1_000_000,
  feed: 10_000,
  occurrences: 1000,
  ...SUGGESTIONS,
  inFlight: 256,
  queue: 10_000,
  uploads: 64 * 1024 * 1024,
  image: 32 * 1024 * 1024,
  images: 128 * 1024 * 1024,
  downloads: 128 * 1024 * 1024,
  feeds: 64 * 1024 * 1024,
  timeout: 30_000,
  response: 32 * 1024 * 1024,
  cache: 16 * 1024 * 1024,
}
