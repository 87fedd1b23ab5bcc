import type { Feature } from './core/feature.ts'
import { embed } from './features/embed/index.ts'
import { files } from './features/files/index.ts'
import { merging } from './features/merging/index.ts'
import { revisions } from './features/revisions/index.ts'
import { suggestions } from './features/suggestions/index.ts'

/** All features, in the order in which the core asks them. */
export const FEATURES: readonly Feature[] = [files, embed, revisions, merging, suggestions]
