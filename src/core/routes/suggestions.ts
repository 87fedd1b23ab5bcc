import { changeSuggestion, withdrawSuggestion } from '../operations/suggestions/change-suggestion.ts'
import { readSuggestion } from '../operations/suggestions/show-suggestion.ts'
import { suggest } from '../operations/suggestions/suggest.ts'
import { requireFields } from '../schema/read.ts'
import { suggestionBody } from '../schema/suggestions.ts'
import { type Endpoint, endpoint } from './route.ts'

/* The endpoints for events that the public suggests, with their operations. Loaded with the first request for one. */

const SECRET = { isAlone: true, isFromPublic: true, headers: ['X-Suggestion-Secret'] } as const

export const readSuggestScript = endpoint({
  operation: 'readSuggestScript',
  isAlone: true,
  run: async () => (await import('../../pages/suggest/suggest-answer.ts')).ANSWER,
})

export const readEditPage = endpoint({
  operation: 'readEditPage',
  isAlone: true,
  isFromPublic: true,
  run: async ({ site, path, client: { asked } }) => {
    const { editPage } = await import('../../pages/suggest/edit-page.ts')
    return editPage({
      ...{ id: path.id ?? '', accept: asked?.language ?? '', locale: site.page.locale ?? 'en' },
      privacy: site.options.suggestions?.privacy,
    })
  },
})

const REQUIRED = ['title', 'start_date', 'end_date', 'contact']

/** The fields are read by the operation: which of them may be suggested is an option. */
export const createSuggestion: Endpoint = {
  ...{ operation: 'createSuggestion', ...SECRET, headers: ['Idempotency-Key', 'X-Suggestion-Secret'] },
  input: suggestionBody,
  required: REQUIRED,
  answer: (context) => {
    requireFields(REQUIRED, context.params, context.problems)
    return suggest(context)
  },
}

export const updateSuggestion: Endpoint = {
  ...{ operation: 'updateSuggestion', ...SECRET },
  input: suggestionBody,
  answer: changeSuggestion,
}

export const readOneSuggestion = endpoint({ operation: 'readSuggestion', ...SECRET, run: readSuggestion })

export const deleteSuggestion = endpoint({
  operation: 'deleteSuggestion',
  ...SECRET,
  run: withdrawSuggestion,
})
