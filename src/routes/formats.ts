import type { Answer, RequestContext } from '../mount/request.ts'

/**
 * Runs an operation and writes its answer in a format: a function of `present/`, which gets the answer and what formats
 * need of the context.
 */
export const inFormat =
  <T, F>(
    operation: (context: RequestContext, fields: F) => Promise<Answer<T>>,
    format: (answer: Answer<T>, context: RequestContext) => string,
  ) =>
  async (context: RequestContext, fields: F): Promise<Answer<string>> => {
    const answer = await operation(context, fields)
    return { ...answer, content: format(answer, context) }
  }

/** Loaded with the first request for `_fields`, or for series. */
const asking = () => import('./read-endpoints.ts')

/** The same list. Series have the start of their next date, if the list is of them alone. */
export const withNextDates =
  <F extends { readonly series?: 'only' | undefined }>(
    run: (context: RequestContext, fields: F) => Promise<Answer<string>>,
  ) =>
  async (context: RequestContext, fields: F): Promise<Answer<string>> => {
    const answer = await run(context, fields)
    if (fields.series === undefined) return answer
    return { ...answer, content: await (await asking()).withNextDates(answer.content, context) }
  }

/**
 * The same answer with the keys of records that `_fields` names. `list`: the key of the records, if the answer is a page
 * of a list.
 */
export const withFields =
  <F extends { readonly _fields?: readonly string[] | undefined }>(
    run: (context: RequestContext, fields: F) => Promise<Answer<string>>,
    list?: string,
  ) =>
  async (context: RequestContext, fields: F): Promise<Answer<string>> => {
    const answer = await run(context, fields)
    const { _fields: names } = fields
    if (names === undefined) return answer
    return { ...answer, content: await (await asking()).pickAsked(answer.content, names, list, context) }
  }
