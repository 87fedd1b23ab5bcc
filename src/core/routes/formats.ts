import type { Answer, RequestContext } from '../mount/request.ts'
import type { Asked } from '../present/mask.ts'

/**
 * Runs an operation and writes its answer in a format: a function of `present/`, which gets the answer and what formats
 * need of the context. `ask`: what the request asks for that the answer does not show otherwise.
 */
export const inFormat =
  <T, F>(
    operation: (context: RequestContext, fields: F) => Promise<Answer<T>>,
    format: (answer: Answer<T>, context: RequestContext, asked?: Asked) => string,
    ask?: (content: T, fields: F, context: RequestContext) => Promise<Asked | undefined>,
  ) =>
  async (context: RequestContext, fields: F): Promise<Answer<string>> => {
    const answer = await operation(context, fields)
    return { ...answer, content: format(answer, context, await ask?.(answer.content, fields, context)) }
  }
