import { isObject, type Json, own } from './json.ts'

/*
 * Checks arguments by JSON Schema, as far as tools use it. What it does not know it lets pass: the REST interface, or the
 * tool of a host, checks again.
 */

/** Values that would do, by the name of the argument. */
const EXAMPLES: Json = {
  when: 'this weekend',
  start_date: '2026-05-09 19:00',
  end_date: '2026-05-09 21:00',
  timezone: 'Europe/Vienna',
  id: 7,
  venue: 7,
  organizer: [7],
  categories: ['Music'],
  tags: ['free'],
  cost: '10',
  email: 'choir@town.example',
  name: 'Town hall',
  phone: '+43 1 58858',
  website: 'https://town.example/choir',
  virtual_url: 'https://meet.example/choir',
  recurrence: { rrule: 'FREQ=WEEKLY;COUNT=10' },
  title: 'Choir practice',
  description: '<p>Bring your own sheet music.</p>',
  cursor: '2',
  limit: 10,
}

/** The value that would do, for messages. */
export function exampleOf(name: string, schema: unknown): unknown {
  if (Object.hasOwn(EXAMPLES, name)) return EXAMPLES[name]
  const values = isObject(schema) ? enumOf(schema) : undefined
  if (values !== undefined) return values[0]
  const choices = isObject(schema) ? own(schema, 'anyOf') : undefined
  if (Array.isArray(choices)) {
    return exampleOf(
      name,
      choices.find((one) => isObject(one) && own(one, 'type') !== 'null'),
    )
  }
  switch (isObject(schema) ? own(schema, 'type') : undefined) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return isObject(schema) ? (own(schema, 'minimum') ?? 1) : 1
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'text'
  }
}

/**
 * Levels of nesting in an argument. A message that is nested a hundred thousand times parses, and then breaks whatever
 * walks through it.
 */
const LEVELS = 30

/** What is wrong with the arguments, each with its name and a value that would do. Empty if nothing is. */
export function wrongArguments(args: Json, schema: Json): string[] {
  const properties = own(schema, 'properties')
  const known = isObject(properties) ? properties : {}
  const required = own(schema, 'required')
  const names = Object.keys(known)
  const missing = (Array.isArray(required) ? required : [])
    .filter((name): name is string => typeof name === 'string')
    .filter((name) => own(args, name) === undefined)
    .map((name) => `${name} is missing; ${suchAs(name, own(known, name))}`)
  const wrong = Object.entries(args).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) {
      if (own(schema, 'additionalProperties') !== false)
        return isDeeperThan(LEVELS, value) ? [`${JSON.stringify(name.slice(0, 80))} ${TOO_DEEP}`] : []
      return [`${JSON.stringify(name.slice(0, 80))} is no argument; there are: ${names.join(', ') || 'none'}`]
    }
    const reason = isDeeperThan(LEVELS, value) ? TOO_DEEP : reasonAgainst(value, own(known, name))
    return reason === undefined ? [] : [`${name} ${reason}; ${suchAs(name, own(known, name))}`]
  })
  return [...missing, ...wrong].slice(0, 20)
}

const TOO_DEEP = `is nested deeper than ${LEVELS} levels`

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeperThan(levels - 1, one)))

const suchAs = (name: string, schema: unknown): string =>
  `a value that would do: ${JSON.stringify(exampleOf(name, schema))}`

const enumOf = (schema: Json): readonly unknown[] | undefined => {
  const values = own(schema, 'enum')
  return Array.isArray(values) ? values : undefined
}

/** Why the value does not fit; `undefined` if it does, or if the schema says what is not known here. */
function reasonAgainst(value: unknown, schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined
  const choices = own(schema, 'anyOf')
  if (Array.isArray(choices)) {
    const reasons = choices.map((one) => reasonAgainst(value, one))
    return reasons.includes(undefined) ? undefined : oneOf(reasons.filter((one) => one !== undefined))
  }
  const values = enumOf(schema)
  if (values !== undefined && !values.includes(value))
    return `must be one of ${values.map(String).join(', ')}`
  if (Object.hasOwn(schema, 'const') && schema.const !== value)
    return `must be ${JSON.stringify(schema.const)}`
  const type = own(schema, 'type')
  if (typeof type === 'string' && !hasType(value, type)) return `must be ${ARTICLES[type] ?? type}`
  if (typeof value === 'string') return lengthReason(value, schema)
  if (typeof value === 'number') return boundReason(value, schema)
  if (!Array.isArray(value)) return undefined
  const most = own(schema, 'maxItems')
  if (typeof most === 'number' && value.length > most) return `has more than ${most} entries`
  return value.map((one) => reasonAgainst(one, own(schema, 'items'))).find((reason) => reason !== undefined)
}

/** What the choices demand, in one sentence. What is about the value, and not about its kind, comes first. */
function oneOf(reasons: readonly string[]): string {
  const kinds = Object.values(ARTICLES).map((kind) => `must be ${kind}`)
  const closest = reasons.find((reason) => !kinds.includes(reason))
  if (closest !== undefined) return closest
  const named = [...new Set(reasons)].map((reason) => reason.replace(/^must be /, ''))
  return `must be ${named.filter((kind) => kind !== 'null' || named.length === 1).join(' or ')}`
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}

function lengthReason(value: string, schema: Json): string | undefined {
  const least = own(schema, 'minLength')
  const most = own(schema, 'maxLength')
  if (typeof least === 'number' && value.length < least) return 'is empty'
  if (typeof most === 'number' && value.length > most) return `has more than ${most} characters`
  return undefined
}

function boundReason(value: number, schema: Json): string | undefined {
  const least = own(schema, 'minimum')
  const most = own(schema, 'maximum')
  if (typeof least === 'number' && value < least) return `must be at least ${least}`
  if (typeof most === 'number' && value > most) return `must be at most ${most}`
  return undefined
}
