import { ERRORS } from '../../src/errors.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isFilledText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const rowOf = (code: unknown): readonly [status: number, meaning: string] | undefined =>
  Object.entries(ERRORS).find(([known]) => known === code)?.[1]

/** What of a refusal is not as `docs/errors.md` says, a sentence each. */
export function shapeFaults(status: number, text: string): string[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return ['the body is no JSON']
  }
  if (!isObject(body)) return ['the body is no object']
  const faults: string[] = []
  const demand = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  const { code, message, data } = body
  const row = rowOf(code)
  demand(Object.keys(body).sort().join() === 'code,data,message', `its names are ${Object.keys(body)}`)
  demand(isFilledText(message), 'the message is no text')
  demand(row !== undefined, `the code ${String(code)} is not in the table`)
  // Without credentials, they are asked for.
  const isRow = status === row?.[0] || (code === 'rest_forbidden' && status === 401)
  demand(row === undefined || isRow, `the status is ${status}, for ${String(code)}`)
  if (!isObject(data)) return [...faults, 'data is no object']
  demand(data.status === status, `data.status is ${String(data.status)}, the status ${status}`)
  return [...faults, ...dataFaults(String(code), data)]
}

function dataFaults(code: string, data: Record<string, unknown>): string[] {
  const { status: _status, params, details, term_id, ...others } = data
  const faults: string[] = Object.keys(others).map((name) => `data holds ${name}`)
  const isMissing = code === 'rest_missing_callback_param'
  const isInvalid = code === 'rest_invalid_param'
  if (isMissing && !(Array.isArray(params) && params.length > 0 && params.every(isFilledText)))
    faults.push('data.params is no list of names')
  if (isInvalid && !(isObject(params) && Object.values(params).every(isText)))
    faults.push('data.params is no object of reasons')
  if (isInvalid !== (Array.isArray(details) && details.length === 0)) faults.push('data.details is not []')
  if (!isMissing && !isInvalid && params !== undefined) faults.push(`data.params comes with ${code}`)
  if (!isInvalid && details !== undefined) faults.push(`data.details comes with ${code}`)
  if ((code === 'term_exists') !== Number.isSafeInteger(term_id)) faults.push('data.term_id is wrong')
  return faults
}

/** The names that a refusal gives: what is wrong or missing. */
export function namesIn(text: string): string[] {
  const body: unknown = JSON.parse(text)
  const params = isObject(body) && isObject(body.data) ? body.data.params : undefined
  return Array.isArray(params) ? params.map(String) : Object.keys(params ?? {})
}
