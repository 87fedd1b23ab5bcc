import type { Change, ChangeOf } from '../../core/door.ts'

/* A file of its own, because the feature asks it of every commit. */

/** The owner of suggestions. Each has the ID of its event. */
export const SUGGESTIONS = 'suggestion'

/** Whether a change writes a suggestion. */
export const isSuggestion = (change: Change): change is Extract<ChangeOf<'extra'>, { do: 'put' }> =>
  change.kind === 'extra' && change.do === 'put' && change.content.keys.owner === SUGGESTIONS
