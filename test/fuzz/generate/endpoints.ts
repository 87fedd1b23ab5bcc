import { at, listOf } from '../../routes/calendar.ts'
import type { World } from '../world.ts'

/** An operation of the interface, as its documentation describes it. */
export interface Endpoint {
  readonly method: string
  /** Such as `/events/{id}`. */
  readonly path: string
  /** Names of the fields or filters that it takes. */
  readonly names: readonly string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** All that the documentation names. */
export async function endpointsOf({ range }: World): Promise<readonly Endpoint[]> {
  const { text } = await range.fire({ method: 'GET', path: '/doc?format=json', as: 'visitor' }, [200])
  const document: unknown = JSON.parse(text)
  const paths = Object.entries(Object(at(document, 'paths')))
  return paths.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = at(item, method)
      return operation === undefined
        ? []
        : [{ method: method.toUpperCase(), path, names: namesOf(operation, document) }]
    }),
  )
}

function namesOf(operation: unknown, document: unknown): string[] {
  const parameters = listOf(at(operation, 'parameters') ?? [])
  const inQuery = parameters.filter((one) => at(one, 'in') === 'query').map((one) => String(at(one, 'name')))
  const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
  return [...new Set([...inQuery, ...Object.keys(Object(at(resolved(body, document), 'properties')))])]
}

function resolved(schema: unknown, document: unknown): unknown {
  const reference = at(schema, '$ref')
  if (typeof reference === 'string') return resolved(at(document, ...reference.slice(2).split('/')), document)
  // An input is its fields, some of which are required of a create.
  const [first] = listOf(at(schema, 'allOf') ?? [])
  return first === undefined ? schema : resolved(first, document)
}
