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

/** Chooses of the JSON of an answer: `pickAsked`. */
export type Pick = (
  json: string,
  names: readonly string[],
  list: string | undefined,
  context: RequestContext,
) => Promise<string>

/**
 * The same answer with the keys of records that `_fields` names. `list`: the key of the records, if the answer is a page
 * of a list.
 */
export const withFields =
  <F extends { readonly _fields?: readonly string[] | undefined }>(
    pick: Pick,
    run: (context: RequestContext, fields: F) => Promise<Answer<string>>,
    list?: string,
  ) =>
  async (context: RequestContext, fields: F): Promise<Answer<string>> => {
    const answer = await run(context, fields)
    const { _fields: names } = fields
    if (names === undefined) return answer
    return { ...answer, content: await pick(answer.content, names, list, context) }
  }
