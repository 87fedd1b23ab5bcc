import type { Caller } from '../access/policy.ts'
import type { Answer, RequestContext } from '../request.ts'
import type { DescribedEndpoint, DescribedRoute } from '../schema/described.ts'
import { readFields } from '../schema/read.ts'

/*
 * Routes are data. The index, the documentation, `Allow` and the handling of requests read the same declarations.
 */

export interface Endpoint extends DescribedEndpoint {
  /** A coarse check of rights, before any record is read. */
  readonly allows: (caller: Caller) => boolean
  /** Fields that are read from a body only: in a URL they mean something else, or would be logged. */
  readonly bodyOnly?: readonly string[]
  readonly run: (context: RequestContext) => Promise<Answer<string>>
}

export interface Route extends DescribedRoute {
  readonly endpoints: readonly Endpoint[]
}

/**
 * Runs an operation and writes its answer in a format: a function of `present/`, which gets the answer and what formats
 * need of the context.
 */
export const inFormat =
  <T>(
    operation: (context: RequestContext) => Promise<Answer<T>>,
    format: (answer: Answer<T>, context: RequestContext) => string,
  ): Endpoint['run'] =>
  async (context) => {
    const answer = await operation(context)
    return { ...answer, content: format(answer, context) }
  }

/** Loaded with the first request for `_fields`. */
const picking = () => import('../present/picked.ts')

/**
 * The same answer with the keys of records that `_fields` names. `list`: the key of the records, if the answer is a page
 * of a list.
 */
export const withFields =
  (run: Endpoint['run'], list?: string): Endpoint['run'] =>
  async (context) => {
    const answer = await run(context)
    if (context.params._fields === undefined) return answer
    const { _fields: names } = readFields(context.site.schemas.read(), context.params, context.problems)
    context.problems.throwIfAny()
    if (names === undefined) return answer
    return { ...answer, content: (await picking()).pickFields(answer.content, names, list) }
  }

export const everybody = (): boolean => true
