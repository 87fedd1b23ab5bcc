import fc from 'fast-check'
import { ASKERS } from '../../routes/calendar.ts'
import type { Shot } from '../shot.ts'
import type { Ids } from '../stock.ts'
import { escaped, FORM_TYPE, JSON_TYPE } from '../themes/theme.ts'
import type { Endpoint } from './endpoints.ts'
import { lines, rightValues, wrongValues } from './values.ts'

/*
 * Requests that are nearly right: a known operation with fields that it knows, most of them right.
 */

type Fields = Readonly<Record<string, unknown>>

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '/events': ['title', 'start_date', 'end_date'],
  '/venues': ['venue'],
  '/organizers': ['organizer'],
  '/categories': ['name'],
  '/tags': ['name'],
}

const askers = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('editor', 'administrator') },
  { weight: 6, arbitrary: fc.constantFrom(...ASKERS) },
  { weight: 1, arbitrary: fc.constant('stranger') },
) satisfies fc.Arbitrary<Shot['as']>

const headers = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        'if-match': fc.constantFrom('*', '"1"', '"1.x"', 'W/"1"', '"2"', '"', 'x'),
        'if-none-match': fc.constantFrom('*', '"x"', 'W/"1.a"', ',,'),
        accept: fc.constantFrom('text/html', '*/*', 'application/json;q=0', ';'),
        origin: fc.constantFrom('https://app.example', 'null', 'https://evil.example'),
      },
      { requiredKeys: [] },
    ),
  },
)

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'

/** A name has its right values nine times out of ten, where it has any. */
function fieldsOf({ method, path, names }: Endpoint, table: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const arbitraryOf = (name: string): fc.Arbitrary<unknown> => {
    // The name of a venue is a text, the venue of an event much else.
    const isOwnName = path.startsWith(`/${name}s`)
    const right = isOwnName ? lines : (table[name] ?? lines)
    return fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: wrongValues })
  }
  const needed = method === 'POST' ? (NEEDED[path] ?? []) : []
  const needs = Object.fromEntries(needed.map((name) => [name, arbitraryOf(name)]))
  const others = names.filter((name) => !needed.includes(name))
  const picked = fc.subarray(others, { maxLength: Math.min(5, others.length) })
  const more = picked.chain((some) =>
    fc.record(Object.fromEntries(some.map((name) => [name, arbitraryOf(name)]))),
  )
  const strange = fc.option(fc.dictionary(fc.string({ maxLength: 8 }), wrongValues, { maxKeys: 2 }), {
    freq: 12,
    nil: {},
  })
  const complete = fc.record(needs, { requiredKeys: [] })
  const mostly = fc.oneof({ weight: 20, arbitrary: fc.record(needs) }, { weight: 1, arbitrary: complete })
  return fc
    .tuple(mostly, more, strange)
    .map(([first, second, third]): Fields => ({ ...first, ...second, ...third }))
}

/** The fields in the form in which a query or form names them. */
export function pairsOf(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]]
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, child]) => pairsOf(child, `${name}[${isList ? '' : key}]`))
}

export const encoded = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => pairsOf(value, name))
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&')

function pathOf(path: string, ids: Ids): fc.Arbitrary<string> {
  const [, collection = ''] = path.split('/')
  const own = Object.entries(ids).find(([name]) => name === collection)?.[1] ?? [1]
  const slug = fc.constantFrom(
    'open-day',
    'hall-0',
    'choir-0',
    'all-day',
    'gap',
    'publish-of-editor',
    'none',
    'draft-of-author',
  )
  const id = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom(0, '01', '1e1', 99_999_999, '-1') },
  )
  return fc.tuple(id, slug).map(([one, other]) => path.replace('{id}', String(one)).replace('{slug}', other))
}

/** The fields in the query. */
export function queryShot(shot: Omit<Shot, 'body'>, fields: Fields): Shot {
  const query = encoded(fields).slice(0, 7_000)
  return query === '' ? shot : { ...shot, path: `${shot.path}?${query}` }
}

/** The fields as a JSON body. */
export const jsonShot = (shot: Omit<Shot, 'body'>, fields: Fields): Shot => ({
  ...shot,
  headers: { ...shot.headers, 'content-type': JSON_TYPE },
  body: JSON.stringify(fields),
})

function withFields(shot: Omit<Shot, 'body'>, fields: Fields, encoding: 'json' | 'form' | 'broken'): Shot {
  if (!hasBody(shot.method)) return queryShot(shot, fields)
  if (encoding === 'form')
    return { ...shot, headers: { ...shot.headers, 'content-type': FORM_TYPE }, body: encoded(fields) }
  const whole = jsonShot(shot, fields)
  return encoding === 'broken' ? { ...whole, body: JSON.stringify(fields).slice(0, -1) } : whole
}

const encodings = fc.oneof(
  { weight: 40, arbitrary: fc.constant('json') },
  { weight: 15, arbitrary: fc.constant('form') },
  { weight: 1, arbitrary: fc.constant('broken') },
) satisfies fc.Arbitrary<'json' | 'form' | 'broken'>

const WEIGHTS: Readonly<Record<string, number>> = { GET: 3, POST: 4, PUT: 1, PATCH: 2, DELETE: 1 }

function shotOf(endpoint: Endpoint, ids: Ids): fc.Arbitrary<Shot> {
  const fields = fieldsOf(endpoint, rightValues(ids))
  const sent =
    endpoint.method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(endpoint.method)
  return fc
    .record({
      method: sent,
      path: pathOf(endpoint.path, ids),
      as: askers,
      headers,
      fields,
      encoding: encodings,
    })
    .map(({ fields: given, encoding, ...shot }) => withFields(shot, given, encoding))
}

/** Anything at all, so that also the way to the operations is walked. */
const noise: fc.Arbitrary<Shot> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND'),
  path: fc
    .tuple(
      fc.constantFrom('/', '/events', '/events/', '/venues/by-slug/', '/x'),
      fc.webPath(),
      fc.webQueryParameters(),
    )
    .map(([first, path, query]) => `${first}${path}?${query}`),
  as: askers,
  headers,
})

export function shots(endpoints: readonly Endpoint[], ids: Ids): fc.Arbitrary<Shot> {
  const known = endpoints.map((endpoint) => {
    const weight = (WEIGHTS[endpoint.method] ?? 1) * (endpoint.path.includes('{') ? 1 : 3)
    return { weight: endpoint.path.startsWith('/doc') ? 1 : weight, arbitrary: shotOf(endpoint, ids) }
  })
  return fc.oneof({ weight: 19, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: noise })
}
