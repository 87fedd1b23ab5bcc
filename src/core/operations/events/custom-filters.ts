import type { Condition } from '../../../storage/contract.ts'
import type { CustomField } from '../../domain/records/custom-fields.ts'
import { keyOf, sameType } from '../../domain/records/field-keys.ts'
import type { RequestContext } from '../../mount/request.ts'

/*
 * `custom_fields` of a list of events: `custom_fields[level]=easy`, several as `custom_fields[level][]=easy`, and ranges
 * as `custom_fields[capacity][min]=10` and `[max]`.
 */

export interface CustomFilters {
  readonly conditions: readonly Condition<'event'>[]
  /** The parameters, for links. */
  readonly query: Readonly<Record<string, string>>
}

/** Faults go into the problems. Rejects with the error of a schema that throws. */
export async function readCustomFilters(
  sent: unknown,
  { site, problems }: Pick<RequestContext, 'site' | 'problems'>,
): Promise<CustomFilters> {
  const query: Record<string, string> = {}
  const conditions: Condition<'event'>[] = []
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    problems.invalid('custom_fields', 'must name a field, such as custom_fields[capacity]=10')
    return { conditions, query }
  }
  for (const [name, value] of Object.entries(sent)) {
    const field = site.fields.event.find((one) => one.name === name)
    const fail: Fail = (reason, inside = '') =>
      problems.invalid(`custom_fields.${name.slice(0, 80)}${inside}`, reason)
    if (field?.filter !== true) {
      fail('is not a field that lists can be filtered by')
      continue
    }
    const { isRange, texts } = textsIn(value, fail)
    for (const [part, text] of texts) query[`custom_fields[${name}]${part === '' ? '' : `[${part}]`}`] = text
    if (texts.size > site.limits.list) fail(`must have at most ${site.limits.list} entries`)
    else conditions.push(...(await (isRange ? inRange(field, texts, fail) : amongValues(field, texts, fail))))
  }
  return { conditions, query }
}

type Fail = (reason: string, inside?: string) => void

/** The texts of a filter by what stands in the second brackets: `min` and `max`, places in a list, or nothing. */
function textsIn(value: unknown, fail: Fail) {
  const parts: readonly [string, unknown][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]]
  const isRange = !Array.isArray(value) && parts.some(([part]) => part !== '')
  const texts = new Map<string, string>()
  if (parts.length === 0) fail('must not be empty')
  for (const [part, text] of parts) {
    if (isRange && part !== 'min' && part !== 'max') fail('is neither min nor max', `.${part.slice(0, 80)}`)
    else if (typeof text !== 'string' || text === '') fail('must be text that is not empty')
    else texts.set(part, text)
  }
  return { isRange, texts }
}

async function amongValues(
  field: CustomField,
  texts: ReadonlyMap<string, string>,
  fail: Fail,
): Promise<Condition<'event'>[]> {
  const found: string[] = []
  for (const text of texts.values()) {
    const keys = await keysOfText(field, text)
    if (keys.length === 0) fail(`no value of the field is ${JSON.stringify(text.slice(0, 80))}`)
    found.push(...keys)
  }
  return [{ key: 'field', in: found }]
}

/** Both bounds belong to the range. */
async function inRange(
  field: CustomField,
  texts: ReadonlyMap<string, string>,
  fail: Fail,
): Promise<Condition<'event'>[]> {
  const bounds = new Map<string, string>()
  for (const [side, text] of texts) {
    const [key] = await keysOfText(field, text)
    if (key === undefined) fail('is not a bound of its values', `.${side}`)
    else bounds.set(side, key)
  }
  const [min, max] = [bounds.get('min'), bounds.get('max')]
  const all = min ?? max
  if (all === undefined) return []
  const { gte, lt } = sameType(all)
  if (max !== undefined && sameType(max).gte !== gte) fail('is not of the type of min', '.max')
  return [{ key: 'field', gte: min ?? gte, ...(max === undefined ? { lt } : { lte: max }) }]
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/**
 * The keys of what a text of a query can mean: what the schema makes of it, or of a list with it alone, and the number or
 * flag that it spells. Numbers need not fit the schema, so that ranges may begin and end anywhere. A schema that makes
 * `true` of every text, such as `false`, says nothing about flags.
 */
async function keysOfText({ name, schema }: CustomField, text: string): Promise<string[]> {
  const values = (await valuesOf(schema, text)) ?? (await valuesOf(schema, [text])) ?? []
  const isByTruth = values.some(isFlag) && (await valuesOf(schema, 'false'))?.includes(true) === true
  const meanings: unknown[] = isByTruth ? values.filter((value) => !isFlag(value)) : [...values]
  if (NUMBER.test(text)) meanings.push(Number(text))
  if (text === 'true' || text === 'false') meanings.push(text === 'true')
  const keys = meanings.map((meaning) => keyOf(name, meaning)).filter((key) => key !== undefined)
  return [...new Set(keys)]
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** What the schema makes of a value, as a list; `undefined` if it refuses the value. */
async function valuesOf(
  schema: CustomField['schema'],
  sent: unknown,
): Promise<readonly unknown[] | undefined> {
  const result = await schema['~standard'].validate(sent)
  if (result.issues !== undefined) return undefined
  return Array.isArray(result.value) ? result.value : [result.value]
}
