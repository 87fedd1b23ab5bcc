import type { StandardIssue } from '../../../types/index.ts'
import { isDeepEqual } from '../../domain/deep-equal.ts'
import { parse } from '../../domain/json.ts'
import type { CustomField } from '../../domain/records/custom-fields.ts'
import { keysOf, LONGEST_LIST, LONGEST_TEXT } from '../../domain/records/field-keys.ts'
import type { CustomValues, PostKind, PostRecord } from '../../domain/records/records.ts'
import type { RequestContext } from '../../mount/request.ts'

/* `custom_fields` of a body: values that the schemas of the host check and convert. */

/** The values after the write that were sent, by name; `null` removes one. */
export type CustomChanges = Readonly<Record<string, unknown>>

/**
 * Faults go into the problems. A value that is stored already is not checked again, because a schema need not accept what
 * it returns, and answers can be sent back. Rejects with the error of a schema that throws, and with a `TypeError` if a
 * schema returns what is not JSON.
 */
export async function checkCustomFields(
  kind: PostKind,
  sent: CustomValues | undefined,
  { site, problems }: Pick<RequestContext, 'site' | 'problems'>,
  current: PostRecord | undefined,
): Promise<CustomChanges | undefined> {
  if (sent === undefined) return undefined
  const stored = current?.custom_fields ?? {}
  const checked = await Promise.all(
    Object.entries(sent).map(async ([name, value]) => {
      const field = site.fields[kind].find((one) => one.name === name)
      if (field === undefined) return { name, result: { fault: 'is not a field of this calendar' } }
      const isStored = value === null || (Object.hasOwn(stored, name) && isDeepEqual(value, stored[name]))
      return { name, result: isStored ? { value } : await check(field, value) }
    }),
  )
  const changes: [string, unknown][] = []
  for (const { name, result } of checked) {
    if ('fault' in result) problems.invalid(`custom_fields.${name.slice(0, 80)}`, result.fault)
    else changes.push([name, result.value])
  }
  const custom = Object.fromEntries(changes)
  if ((JSON.stringify(nextCustomFields(stored, custom)) ?? '').length > site.limits.text)
    problems.invalid('custom_fields', `must be at most ${site.limits.text} characters`)
  return custom
}

type Checked = { readonly value: unknown } | { readonly fault: string }

async function check({ name, schema, filter }: CustomField, sent: unknown): Promise<Checked> {
  const result = await schema['~standard'].validate(sent)
  if (result.issues !== undefined) return { fault: result.issues.map(reasonOf).join('; ') || 'is not valid' }
  const { value } = result
  if (!isJson(value)) throw new TypeError(`customFields.${name}: the schema returned what is not JSON`)
  return filter && keysOf(name, value) === undefined
    ? { fault: UNFILTERED }
    : { value: parse(JSON.stringify(value)) }
}

const UNFILTERED = `must be true, false, a number, a text of at most ${LONGEST_TEXT} characters (spaces count two, those outside of ASCII five), or a list of at most ${LONGEST_LIST} of these, because lists can be filtered by it`

function reasonOf({ message, path = [] }: StandardIssue): string {
  const steps = path.map((step) => String(typeof step === 'object' ? step.key : step))
  return steps.length === 0 ? message : `${steps.join('.')}: ${message}`
}

/** Also texts without the characters that no storage keeps faithfully. Members that are `undefined` count as absent. */
function isJson(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null
  if (Array.isArray(value)) return value.every(isJson)
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    (prototype === null || prototype === Object.prototype) &&
    Object.entries(value).every(([name, member]) => isJson(name) && (member === undefined || isJson(member)))
  )
}

/** The values after a write; `undefined` if none is left. */
export function nextCustomFields(
  current: CustomValues | undefined,
  changes: CustomChanges | undefined,
): CustomValues | undefined {
  if (changes === undefined) return current
  const left = Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}
