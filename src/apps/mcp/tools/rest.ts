import type { RestAnswer } from '../calendar.ts'
import { exampleOf } from '../input.ts'
import { isObject, type Json, own, textOf } from '../json.ts'
import { ToolError } from './tool.ts'

/*
 * What the REST interface answers, for tools.
 */

/** What fields are called in a tool, if not as in the interface. */
type Names = Readonly<Record<string, string>>

/** The body of a success. Throws `ToolError` with what an assistant can do about the rest. */
export function bodyOf({ status, body, headers }: RestAnswer, names: Names = {}): Json {
  if (status < 300 && isObject(body)) return body
  throw new ToolError(reasonOf(status, isObject(body) ? body : {}, headers, names))
}

function reasonOf(status: number, body: Json, headers: RestAnswer['headers'], names: Names): string {
  const message = textOf(own(body, 'message')) || `The calendar answered with status ${status}.`
  const data = own(body, 'data')
  const params = isObject(data) ? own(data, 'params') : undefined
  if (isObject(params)) {
    const reasons = Object.entries(params).map(([field, reason]) => {
      const name = Object.hasOwn(names, field) ? (names[field] ?? field) : field
      return `${name} ${textOf(reason)}; a value that would do: ${JSON.stringify(exampleOf(name, undefined))}`
    })
    return reasons.slice(0, 20).join('\n')
  }
  if (status === 412)
    return 'version is not that of the event any more: somebody changed it. Call get_event again.'
  if (own(body, 'code') === 'rest_idempotency_key_reused')
    return 'idempotency_key came before, with other arguments; for another event, use another text.'
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
