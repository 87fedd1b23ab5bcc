import { ApiError } from '../errors.ts'
import { indexOf } from '../schema/index-document.ts'
import { type Answer, type Endpoint, everybody, type Route } from './route.ts'

/** The index and the documentation speak of all routes, themselves included. */
export function metaRoutes(namespace: string, allRoutes: () => readonly Route[]): readonly Route[] {
  const index: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.index,
    run: async ({ site, links, params, problems }) => {
      problems.throwIfAny()
      if (params.namespace !== undefined && params.namespace !== namespace) {
        throw new ApiError('rest_invalid_namespace')
      }
      return { status: 200, body: indexOf(namespace, allRoutes(), site, links) }
    },
    about: {
      operation: 'readIndex',
      summary: 'The routes of the namespace, their methods and arguments.',
      answer: 'Index',
      success: 200,
      errors: ['rest_invalid_namespace'],
    },
  }
  const doc: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    hasPage: true,
    run: async ({ site, links, params, accept, problems }) => {
      const { format } = params
      if (format !== undefined && format !== 'html' && format !== 'json') {
        problems.invalid('format', 'must be html or json')
      }
      problems.throwIfAny()
      // Here, so that a host whose documentation nobody reads does not load what only that needs; the page likewise.
      const { openApi } = await import('../schema/openapi.ts')
      const document = openApi(allRoutes(), site, links)
      const headers = { vary: 'Accept' }
      const answer: Answer = { status: 200, body: document, headers }
      if (format === 'json' || (format === undefined && !/text\/|;/i.test(accept))) return answer
      const { pageOf, prefersHtml } = await import('../doc-page/page.ts')
      if (format === undefined && !prefersHtml(accept)) return answer
      const page = await pageOf(document)
      return { ...answer, html: page.html, headers: { ...headers, ...page.headers } }
    },
    about: {
      operation: 'readDocumentation',
      summary: 'This document: OpenAPI 3.1.',
      answer: 'Documentation',
      success: 200,
      errors: [],
    },
  }
  return [
    { path: '/', tag: 'About', endpoints: [index] },
    { path: '/doc', tag: 'About', endpoints: [doc] },
  ]
}
