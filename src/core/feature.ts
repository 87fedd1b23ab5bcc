import type { Due, Site } from '../mount/site.ts'
import type { Route } from '../routes/route.ts'
import type { FeatureOptions } from '../types/feature-options.ts'

/*
 * All that a feature may do. `src/features.ts` lists the features; the core asks that list and knows no name.
 */

/** A route, with its place in the documents. */
export interface FeatureRoute extends Route {
  /** The path of the route that it follows. Last if there is no such route. */
  readonly after: string
}

/** What a calendar has of a feature. Each member is one place where the core asks all features, in the order of the list. */
export interface Mounted {
  /** With rights, texts, answers and refusals: see `Offer` and `Endpoint`. */
  readonly routes?: readonly FeatureRoute[]
  /** Work that continues after an interruption. */
  readonly due?: Due
}

/** `O`: the options that it reads. A feature that reads fewer than there are fits the list. */
export interface Feature<in O = FeatureOptions> {
  readonly name: string
  /** Whether `features` of `GET /me` says under this name if the calendar has it. */
  readonly isInMe?: true
  /** What a calendar with these options has of it; `undefined`: nothing, and then it costs nothing. */
  readonly on: (options: O) => Mounted | undefined
}

/** What the features of one calendar make together. */
export interface Mounts extends Pick<Site, 'due' | 'features'> {
  readonly routes: readonly FeatureRoute[]
}
