import type { EventsApiOptions } from './options.ts'

/** The options that features bring. */
export type OwnOptions = Pick<EventsApiOptions, 'embed' | 'import' | 'suggestions'>

/** The options that features read. */
export type FeatureOptions = OwnOptions & Pick<EventsApiOptions, 'changes' | 'images' | 'sources'>
