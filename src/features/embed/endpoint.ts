import { ownEndpoint } from '../../core/routing.ts'

export const readEmbed = ownEndpoint({
  operation: 'readEmbed',
  about: () => ({
    tag: 'About',
    summary: 'Custom elements for pages.',
    answer: 'text/javascript',
    success: 200,
    errors: [],
  }),
  isAlone: true,
  run: async () => (await import('../../pages/embed/answer.ts')).ANSWER,
})
