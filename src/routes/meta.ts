import { ApiError } from '../errors.ts'
import type { Answer } from '../request.ts'
import type { Site } from '../site.ts'
import { type Endpoint, everybody, type Route } from './route.ts'

const documents = () => import('../schema/documents.ts')

const allSchemas = async (site: Site) => ({ ...site.schemas, ...(await site.bodies()) })

/** The index and the documentation describe all routes, including their own. */
export function metaRoutes(
  namespace: string,
  allRoutes: () => readonly Route[],
  embed: boolean,
  changes: boolean,
): readonly Route[] {
  const index: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.index(),
    run: async ({ site, links, params, problems }) => {
      problems.throwIfAny()
      if (params.namespace !== undefined && params.namespace !== namespace) {
        throw new ApiError('rest_invalid_namespace')
      }
      const { indexOf } = await documents()
      return {
        status: 200,
        content: JSON.stringify(indexOf(namespace, allRoutes(), await allSchemas(site), links)),
      }
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
      const { openApi } = await documents()
      const document = openApi(
        allRoutes(),
        { title: site.title, schemas: await allSchemas(site), fields: site.fields },
        links,
      )
      const headers = { vary: 'Accept' }
      const asJson = (): Answer<string> => ({ status: 200, content: JSON.stringify(document), headers })
      if (format === 'json' || (format === undefined && !/text\/|;/i.test(accept))) return asJson()
      // Loaded with the first request for the page.
      const { pageOf, prefersHtml } = await import('../doc-page/page.ts')
      if (format === undefined && !prefersHtml(accept)) return asJson()
      const page = await pageOf(document)
      return { status: 200, content: page.html, headers: { ...headers, ...page.headers } }
    },
    about: {
      operation: 'readDocumentation',
      summary: 'This document: OpenAPI 3.1.',
      answer: 'Documentation',
      success: 200,
      errors: [],
    },
  }
  const script: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    run: async () => (await import('../embed/answer.ts')).ANSWER,
    about: {
      operation: 'readEmbed',
      summary: 'Custom elements for pages.',
      answer: 'text/javascript',
      success: 200,
      errors: [],
    },
  }
  const sync: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.sync(),
    run: async (context) => (await import('../operations/writes.ts')).syncChanges(context),
    about: {
      operation: 'listChanges',
      summary: 'All records, or those that have changed since a token.',
      answer: 'ChangeList',
      success: 200,
      errors: ['rest_sync_token_expired'],
    },
  }
  return [
    { path: '/', tag: 'About', endpoints: [index] },
    { path: '/doc', tag: 'About', endpoints: [doc] },
    ...(changes ? [{ path: '/changes', tag: 'Changes', endpoints: [sync] }] : []),
    ...(embed ? [{ path: '/embed.js', tag: 'About', endpoints: [script] }] : []),
  ]
}
