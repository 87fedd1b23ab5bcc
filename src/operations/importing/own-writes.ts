import { isObject, parseOwn } from '../../domain/json.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { ApiError, Problems } from '../../errors.ts'
import { memberOf } from '../../fields/row.ts'
import type { Answer, Params, RequestContext } from '../../mount/request.ts'
import { dropUnsafe } from '../../mount/unsafe-values.ts'
import { createEvents } from './create-events.ts'
import type { CalendarWrites, WriteResult } from './file-writes.ts'

/** An endpoint, as far as it is needed here. */
interface Asked {
  readonly operation: string
  readonly answer: (context: RequestContext) => Promise<Answer<unknown>>
}

interface Written {
  readonly create: Asked
  readonly update: Asked
}

/** The endpoints that write what a file can have. */
export interface WritingEndpoints
  extends Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags', Written>> {
  readonly event: Written & { readonly remove: Asked }
}

/** The writes of an import as its caller. */
export function ownWrites(context: RequestContext, endpoints: WritingEndpoints): CalendarWrites {
  async function ask(
    { operation, answer }: Asked,
    id: number | undefined,
    fields: object,
  ): Promise<WriteResult> {
    const problems = new Problems()
    try {
      const written = await answer({
        ...context,
        ...{ operation, problems, client: {} },
        path: id === undefined ? {} : { id: String(id) },
        params: dropUnsafe(paramsOf(fields), context.site.limits, problems),
      })
      return { id: written.id }
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return { refusal: error.toJSON() }
      throw error
    }
  }

  return {
    // Who sends the file twice at the same time gets no event twice, and neither does who repeats it after a cut.
    create: (events) =>
      createEvents(
        { ...context, now: context.clock.now() },
        events.map((one) => ({ ...one, idempotencyKey: `import-${textHash(JSON.stringify(one))}` })),
      ),
    put: async (kind, id, fields) => {
      const { create, update } = endpoints[kind]
      const written = await ask(id === undefined ? create : update, id, fields)
      const isLinked = kind === 'venue' || kind === 'organizer'
      // A create tells it itself.
      if (isLinked && id !== undefined && written.id !== undefined) {
        context.site.onNamed?.(kind, id, String(memberOf(fields, kind)), false)
      }
      return written
    },
    trash: (id) => ask(endpoints.event.remove, id, {}),
  }
}

/** As JSON carries them: without what is undefined. */
export const paramsOf = (fields: object): Params => ({
  ...parseOwn(JSON.stringify(fields), isObject, 'a list of fields'),
})
