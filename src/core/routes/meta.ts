import { ApiError } from '../../errors.ts'
import type { Answer } from '../mount/request.ts'
import { indexOf } from '../schema/index-document.ts'
import { indexSchema } from '../schema/index-query.ts'
import { openApi } from '../schema/openapi.ts'
import { describeRoutes } from './described.ts'
import { endpoint, type Route } from './route.ts'

/*
 * What describes the routes, in one chunk with the descriptions. Loaded with the first request for it: few clients read
 * it.
 */

/** The index and the documentation describe all routes, including their own. */
export const readIndex = (namespace: string, routes: readonly Route[], mcp?: () => string | undefined) =>
  endpoint({
    operation: 'readIndex',
    input: indexSchema,
    run: async ({ site, links, params, problems }) => {
      problems.throwIfAny()
      if (params.namespace !== undefined && params.namespace !== namespace) {
        throw new ApiError('rest_invalid_namespace')
      }
      const index = indexOf(namespace, await describeRoutes(routes), site.rules, links, mcp?.())
      return { status: 200, content: JSON.stringify(index) }
    },
  })

export const readDocumentation = (routes: readonly Route[]) =>
  endpoint({
    operation: 'readDocumentation',
    hasPage: true,
    run: async ({ site, links, params, client: { accept = '' }, problems }) => {
      const { format } = params
      if (format !== undefined && format !== 'html' && format !== 'json') {
        problems.invalid('format', 'must be html or json')
      }
      problems.throwIfAny()
      const document = openApi(await describeRoutes(routes), site, links, {
        headers: site.extensions.headers,
        members: await site.extensions.schemas?.(),
      })
      const headers = { vary: 'Accept' }
      const asJson = (): Answer<string> => ({ status: 200, content: JSON.stringify(document), headers })
      if (format === 'json' || (format === undefined && !/text\/|;/i.test(accept))) return asJson()
      // Loaded with the first request for the page.
      const { pageOf, prefersHtml } = await import('../docs-page/page.ts')
      if (format === undefined && !prefersHtml(accept)) return asJson()
      const page = await pageOf(document)
      return { status: 200, content: page.html, headers: { ...headers, ...page.headers } }
    },
  })
