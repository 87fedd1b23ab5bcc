import type { Change } from '../storage/contract.ts'
import type { FeatureOptions } from '../types/feature-options.ts'
import type { Caller } from './access/policy.ts'
import type { OwnRows } from './mount/options.ts'
import type { Due, Erase, Heed, Members, Plan, Reader, Site, Work } from './mount/site.ts'
import type { Route } from './routes/route.ts'
import type { JsonSchema } from './schema/json-schema.ts'

/*
 * All that a feature may do. `src/features.ts` lists the features; the core asks that list and knows no name.
 */

/** Loaded on first use: `async () => (await import('./settle.ts')).settle`. */
export type Later<T> = () => T | Promise<T>

/** A route, with its place in the documents. */
export interface FeatureRoute extends Route {
  /** The path of the route that it follows. Without one, or if there is no such route, it is among the last. */
  readonly after?: string
}

/** What a calendar has of a feature. Each member is one place where the core asks all features, in the order of the list. */
export interface Mounted {
  /** With rights, texts, answers and refusals: see `Offer` and `Endpoint`. */
  readonly routes?: readonly FeatureRoute[]
  /** Request headers that it reads, with their texts: for the documentation, and for pages of other origins. */
  readonly headers?: Readonly<Record<`X-${string}`, string>>
  /** Work that continues after an interruption. */
  readonly due?: Due
  /** Takes part in the writes of others, in their commits. */
  readonly step?: {
    /** Without a read, and loads nothing. `plan.writes` has what becomes of records. */
    readonly concerns: (plan: Plan) => boolean
    /** Adds to the plan, or throws to refuse it. Called anew with each attempt; removes no record. */
    readonly settle: Later<(plan: Plan) => Promise<void>>
  }
  /** Hears of commits. What it tells is lost if the process ends: see `deliver`. */
  readonly heed?: {
    /** Without a read, and loads nothing. */
    readonly concerns: (changes: readonly Change[]) => boolean
    readonly watch: Later<(...given: Parameters<Heed>) => Promise<() => void>>
  }
  /** Members of events in answers. Deliveries, `/changes` and feeds never ask. */
  readonly shows?: {
    /** What they are, for the documentation. */
    readonly schema: Later<JsonSchema>
    /** Without a read, and loads nothing. `isOne`: it is no list. */
    readonly concerns: (reader: { readonly caller: Caller }, isOne: boolean) => boolean
    /** One read for all events of an answer, at the same time as those for what is embedded. */
    readonly members: Later<(reader: Reader, ids: readonly number[]) => Promise<ReadonlyMap<number, Members>>>
  }
  /** Part of `api.purge`. */
  readonly purge?: Later<Work>
  /** Part of `api.deliver`: what a step has kept is passed on at least once, and removed then. */
  readonly deliver?: Later<Work>
  /** Part of `api.erase`. */
  readonly erase?: Later<Erase>
}

/** `O`: the options that it reads. A feature that reads fewer than there are fits the list. */
export interface Feature<in O = FeatureOptions> {
  readonly name: string
  /** Whether `features` of `GET /me` says under this name if the calendar has its routes. */
  readonly isInMe?: true
  /** The types of its options. Of an option with members, those of its members. */
  readonly options?: OwnRows
  /**
   * What a calendar with these options has of it; `undefined`: nothing, and then it costs nothing. Throws for wrong
   * values of options.
   */
  readonly on: (options: O) => Mounted | undefined
}

/** What the features of one calendar make together. */
export interface Mounts extends Pick<Site, 'due' | 'features' | 'extensions'> {
  readonly routes: readonly FeatureRoute[]
}
