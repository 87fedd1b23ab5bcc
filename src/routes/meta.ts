import { ApiError } from '../errors.ts'
import { indexOf } from '../schema/index-document.ts'
import { openApi } from '../schema/openapi.ts'
import { type Endpoint, everybody, type Route } from './route.ts'

/** The index and the documentation speak of all routes, themselves included. */
export function metaRoutes(namespace: string, allRoutes: () => readonly Route[]): readonly Route[] {
  const index: Endpoint = {
    methods: ['GET'],
    allows: everybody,
    schema: (schemas) => schemas.index,
    run: async ({ site, links, params }) => {
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
    run: async ({ site, links }) => ({ status: 200, body: openApi(allRoutes(), site, links) }),
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
