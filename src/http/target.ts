import type { Endpoint } from '../routes/route.ts'
import type { Match } from './router.ts'

/** What a URL under the API and a method ask for. */
export interface Target {
  readonly url: URL
  readonly match: Match
  readonly endpoint: Endpoint
  /** The methods that the path has. */
  readonly allow: string
}
