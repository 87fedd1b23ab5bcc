import { type Endpoint, ownEndpoint } from '../../core/routing.ts'
import { requireFields } from '../../core/schema/read.ts'
import { SUGGESTIONS } from './about.ts'
import { changeSuggestion, withdrawSuggestion } from './change.ts'
import { suggestionBody } from './schema.ts'
import { readSuggestion } from './show.ts'
import { suggest } from './suggest.ts'

/* The endpoints for events that the public suggests, with their operations. Loaded with the first request for one. */

const about = <N extends keyof typeof SUGGESTIONS>(operation: N) => ({
  operation,
  about: () => SUGGESTIONS[operation],
})

const SECRET = { isAlone: true, isFromPublic: true, headers: ['X-Suggestion-Secret'] } as const

export const readSuggestScript = ownEndpoint({
  ...about('readSuggestScript'),
  isAlone: true,
  run: async () => (await import('../../pages/suggest/suggest-answer.ts')).ANSWER,
})

export const readEditPage = ownEndpoint({
  ...about('readEditPage'),
  isAlone: true,
  isFromPublic: true,
  run: async ({ site, path, client: { asked } }) => {
    const { editPage } = await import('../../pages/suggest/edit-page.ts')
    return editPage({
      ...{
        id: path.id ?? '',
        accept: asked?.header('accept-language') ?? '',
        locale: site.page.locale ?? 'en',
      },
      privacy: site.options.suggestions?.privacy,
    })
  },
})

const REQUIRED = ['title', 'start_date', 'end_date', 'contact']

/** The fields are read by the operation: which of them may be suggested is an option. */
export const createSuggestion: Endpoint = {
  ...{ ...about('createSuggestion'), ...SECRET, headers: ['Idempotency-Key', 'X-Suggestion-Secret'] },
  input: suggestionBody,
  required: REQUIRED,
  answer: (context) => {
    requireFields(REQUIRED, context.params, context.problems)
    return suggest(context)
  },
}

export const updateSuggestion: Endpoint = {
  ...{ ...about('updateSuggestion'), ...SECRET },
  input: suggestionBody,
  answer: changeSuggestion,
}

export const readOneSuggestion = ownEndpoint({ ...about('readSuggestion'), ...SECRET, run: readSuggestion })

export const deleteSuggestion = ownEndpoint({
  ...about('deleteSuggestion'),
  ...SECRET,
  run: withdrawSuggestion,
})
