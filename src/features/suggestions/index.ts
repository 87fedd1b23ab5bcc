import type { Feature } from '../../core/feature.ts'
import { type FeatureRoute, has, type Offer, reads } from '../../core/routing.ts'
import { checkOptions } from './check-options.ts'
import { isSuggestion } from './owner.ts'

const endpoints = () => import('./endpoints.ts')
const operations = () => import('./operations.ts')

/** Nobody needs a right: the secret of the suggestion is asked for. */
const open = (methods: Offer['methods'], endpoint: Offer['endpoint']): Offer => ({ methods, endpoint })

const ROUTES: readonly FeatureRoute[] = [
  { path: '/suggest.js', offers: [reads(async () => (await endpoints()).readSuggestScript)] },
  { path: '/suggestions/:id/edit', offers: [reads(async () => (await endpoints()).readEditPage)] },
  { path: '/suggestions', offers: [open(['POST'], async () => (await endpoints()).createSuggestion)] },
  {
    path: '/suggestions/:id',
    offers: [
      reads(async () => (await endpoints()).readOneSuggestion),
      open(['DELETE'], async () => (await endpoints()).deleteSuggestion),
      open(['POST', 'PUT', 'PATCH'], async () => (await endpoints()).updateSuggestion),
    ],
  },
]

/** Events that the public suggests. What came while a calendar had the option is purged and erased without it, too. */
export const suggestions: Feature = {
  name: 'suggestions',
  isInMe: true,
  options: {
    suggestions: {
      ...{ author: undefined, verify: 'function', notify: 'function' },
      ...{ fields: 'object', page: 'string', privacy: 'string' },
    },
  },
  on: ({ suggestions }) => {
    const always = {
      purge: async () => (await operations()).purgeSuggestions,
      erase: async () => (await operations()).eraseSuggestions,
    }
    if (suggestions === undefined) return always
    checkOptions(suggestions)
    return {
      ...always,
      routes: ROUTES,
      headers: {
        'X-Suggestion-Secret':
          "The secret of the suggestion, which its sender got. Of a new one: a secret of the sender's own, 22 to 86 characters of base64url.",
      },
      step: {
        concerns: ({ writes }) => writes.some(({ before }) => before?.kind === 'event'),
        settle: async () => (await operations()).settleSuggestions,
      },
      heed: {
        concerns: (changes) => changes.some(isSuggestion),
        watch: async () => (await operations()).watchDecisions,
      },
      shows: {
        schema: async () => (await import('./answers.ts')).ANSWERS.EventMembers,
        concerns: ({ caller }, isOne) => isOne && has(caller, 'others'),
        members: async () => (await operations()).shownToEditors,
      },
    }
  },
}
