import type { AboutEndpoint } from '../../core/schema/described.ts'
import { ANSWERS } from './answers.ts'

const OWN = ['rest_suggestion_not_found', 'rest_suggestion_gone'] as const

export const SUGGESTIONS = {
  readSuggestScript: {
    tag: 'About',
    summary: 'The script of the element for suggestions.',
    answer: 'text/javascript',
    success: 200,
    errors: [],
  },
  readEditPage: {
    tag: 'About',
    summary: 'The page where its sender changes a suggestion.',
    answer: 'text/html',
    success: 200,
    errors: [],
  },
  createSuggestion: {
    tag: 'Suggestions',
    summary: 'Suggests an event, which waits for an editor. Nobody needs credentials for it.',
    inputName: 'SuggestionInput',
    answer: { name: 'NewSuggestion', schema: ANSWERS.NewSuggestion },
    success: 201,
    errors: ['rest_missing_callback_param', 'rest_invalid_param', 'rest_idempotency_key_reused'],
  },
  readSuggestion: {
    tag: 'Suggestions',
    summary: 'What became of a suggestion, for its sender; all of it while it waits.',
    answer: { name: 'Suggestion', schema: ANSWERS.Suggestion },
    success: 200,
    errors: OWN,
  },
  updateSuggestion: {
    tag: 'Suggestions',
    summary: 'Changes a suggestion that waits. Fields that are absent stay.',
    inputName: 'SuggestionInput',
    answer: { name: 'Suggestion', schema: ANSWERS.Suggestion },
    success: 200,
    errors: ['rest_invalid_param', 'rest_suggestion_decided', ...OWN],
  },
  deleteSuggestion: {
    tag: 'Suggestions',
    summary: 'Takes a suggestion that waits back: nothing of it stays.',
    answer: { name: 'Suggestion', schema: ANSWERS.Suggestion },
    success: 200,
    errors: ['rest_suggestion_decided', ...OWN],
  },
} as const satisfies Record<string, AboutEndpoint>
