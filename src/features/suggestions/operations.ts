/* What takes part in operations of the core, in one chunk. Loaded on first use. */

export { eraseSuggestions } from './erase.ts'
export { watchDecisions } from './notices.ts'
export { purgeSuggestions } from './purge.ts'
export { settleSuggestions } from './settle.ts'
export { shownToEditors } from './shown-to-editors.ts'
