import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { exceptions, fieldExceptions } from './exceptions.ts'
import { api, create, EDITOR, type Exchange, JSON_TYPE } from './exchanges/exchange.ts'
import { exchanges } from './exchanges/index.ts'
import { named, running } from './host.ts'
import { runtimes } from './hosts/index.ts'
import manifest from './package.json' with { type: 'json' }
import { askInTurn, type Silence } from './wire.ts'
import type { WireAnswer } from './wire-answer.ts'

/*
 * The same bytes to every host, over a socket; what comes back must be the same bytes, but for the date and for what
 * belongs to the connection. Node 24 is what the others are compared with; that its own answers are right is for
 * test/adapters and test/routes to say, and for the statuses that stand beside each exchange.
 */

const [reference, ...others] = runtimes
if (reference === undefined) throw new Error('no runtimes')

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

interface Played {
  readonly statuses: Exchange['statuses']
  readonly answers: readonly (WireAnswer | Silence)[]
}

async function play(port: number, { requests }: Exchange): Promise<Played> {
  const { answers } = await askInTurn(port, requests)
  return { answers, statuses: answers.map((answer) => ('closed' in answer ? 'closed' : answer.status)) }
}

/** As text, so that a difference can be read. */
function written(answer: WireAnswer | Silence, exceptFields: readonly string[]): string {
  if ('closed' in answer) return `closed after ${JSON.stringify(answer.received)}`
  const fields = merged(answer.fields)
    .filter(([name]) => !OF_THE_CONNECTION.has(name) && !exceptFields.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
  return [answer.status, ...fields, '', answer.body.toString('latin1')].join('\n')
}

/** Lines of one name are one list (RFC 9110 §5.3), but for Set-Cookie, which has commas of its own. */
function merged(fields: WireAnswer['fields']): WireAnswer['fields'] {
  const lists = new Map<string, string>()
  for (const [name, value] of fields) {
    const before = lists.get(name)
    if (name !== 'set-cookie') lists.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return [...lists, ...fields.filter(([name]) => name === 'set-cookie')]
}

const compared = ({ answers }: Played, exceptFields: readonly string[]) =>
  answers.map((answer) => written(answer, exceptFields)).join('\n\n———\n\n')

function differIn(field: string, one: Played, other: Played): boolean {
  const values = ({ answers }: Played) =>
    answers.map((answer) =>
      'closed' in answer ? undefined : merged(answer.fields).find(([name]) => name === field)?.[1],
    )
  return JSON.stringify(values(one)) !== JSON.stringify(values(other))
}

/** Two published events and a draft, in the calendar that is only read. */
async function seed(port: number): Promise<void> {
  const draft =
    '{"title":"Later","start_date":"2027-07-01","end_date":"2027-07-02","all_day":true,"status":"draft"}'
  const second =
    '{"title":"Concert","start_date":"2027-06-02 20:00","end_date":"2027-06-02 22:00","tags":["Loud"]}'
  const { answers } = await askInTurn(port, [
    create('main'),
    api('POST /events', [EDITOR, JSON_TYPE], second),
    api('POST /events', [EDITOR, JSON_TYPE], draft),
  ])
  expect(answers.map((answer) => 'status' in answer && answer.status)).toEqual([201, 201, 201])
}

const referenceHost = running(reference, 'memory')
const played = new Map<string, Promise<Played>>()
beforeAll(() => seed(referenceHost().port))

function byReference(exchange: Exchange): Promise<Played> {
  const known = played.get(exchange.name) ?? play(referenceHost().port, exchange)
  played.set(exchange.name, known)
  return known
}

describe(reference.name, () => {
  test.each(exchanges)('$name', async (exchange) => {
    expect((await byReference(exchange)).statuses).toEqual(exchange.statuses)
  })
})

describe.each(named(others))(`%s answers as ${reference.name}`, (name, runtime) => {
  const host = running(runtime, 'memory')
  const ignored = fieldExceptions.filter(({ hosts }) => hosts.includes(name)).map(({ field }) => field)
  const needed = new Set<string>()
  beforeAll(() => seed(host().port))

  test.each(exchanges)('$name', async (exchange) => {
    const expected = await byReference(exchange)
    const actual = await play(host().port, exchange)
    for (const field of ignored) if (differIn(field, expected, actual)) needed.add(field)
    const exception = exceptions.find((one) => one.name === exchange.name && one.hosts.includes(name))
    if (exception === undefined) {
      expect(compared(actual, ignored)).toBe(compared(expected, ignored))
    } else {
      expect(actual.statuses).toEqual(exception.statuses)
      expect(compared(actual, ignored), 'this exception is needed no longer').not.toBe(
        compared(expected, ignored),
      )
    }
  })

  test('but for no more fields than are named', () => {
    expect([...needed].sort()).toEqual([...ignored].sort())
  })
})

describe('the exceptions', () => {
  const names = exchanges.map(({ name }) => name)
  const hosts = runtimes.map(({ name }) => name)

  test('are of exchanges and hosts that there are, once each', () => {
    expect(names).toEqual([...new Set(names)])
    const known = exceptions.filter((one) => names.includes(one.name))
    expect(known).toEqual(exceptions)
    const all = [...exceptions, ...fieldExceptions].flatMap((one) => one.hosts)
    expect(all.filter((host) => !hosts.includes(host))).toEqual([])
    const pairs = exceptions.flatMap((one) => one.hosts.map((host) => `${host}: ${one.name}`))
    expect(pairs).toEqual([...new Set(pairs)])
  })
})

test.each(runtimes.map(({ name }) => name))('docs/runtimes.md names the version of %s', (name) => {
  const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8')
  const versions: Readonly<Record<string, string>> = manifest.dependencies
  const version = versions[name === 'workerd' ? 'miniflare' : name]?.replace(/^npm:node@/, '')
  expect(page).toContain(`\n| ${name} | ${version} |`)
})
