import type { EventsApiOptions } from './options.ts'

/** The options that features read. */
export type FeatureOptions = Pick<EventsApiOptions, 'changes' | 'images' | 'sources' | 'suggestions'>
