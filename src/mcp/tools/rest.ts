import type { RestAnswer } from '../calendar.ts'
import { exampleOf } from '../input.ts'
import { isObject, type Json, own, textOf } from '../json.ts'
import { ToolError } from './tool.ts'

/*
 * What the REST interface answers, for tools.
 */

/** The body of a success. Throws `ToolError` with what an assistant can do about the rest. */
export function bodyOf({ status, body, headers }: RestAnswer): Json {
  if (status < 300 && isObject(body)) return body
  throw new ToolError(reasonOf(status, isObject(body) ? body : {}, headers))
}

function reasonOf(status: number, body: Json, headers: RestAnswer['headers']): string {
  const message = textOf(own(body, 'message')) || `The calendar answered with status ${status}.`
  const data = own(body, 'data')
  const params = isObject(data) ? own(data, 'params') : undefined
  if (isObject(params)) {
    const reasons = Object.entries(params).map(
      ([name, reason]) =>
        `${name} ${textOf(reason)}; a value that would do: ${JSON.stringify(exampleOf(name, undefined))}`,
    )
    return reasons.slice(0, 20).join('\n')
  }
  if (status === 412) return `${message} Somebody else has changed the record. Read it again with get_event.`
  if (status === 429) return `${message} Try again after ${headers.get('retry-after') ?? 'some'} seconds.`
  if (status >= 500) return `${message} Nothing is known to be wrong with the arguments; try again later.`
  return message
}

/** Rows of a list. */
export function rowsIn(body: Json, name: string): Json[] {
  const rows = own(body, name)
  return Array.isArray(rows) ? rows.filter(isObject) : []
}

/** IDs come as numbers, or as texts in embedded records. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
