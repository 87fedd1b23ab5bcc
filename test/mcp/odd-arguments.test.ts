import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isObject } from '../../src/apps/mcp/json.ts'
import { CALENDAR_TOOLS } from '../../src/apps/mcp/tools/index.ts'
import { API, openEndpoint, URL_OF_MCP } from './endpoint.ts'

/*
 * Each tool, with arguments that a generator made odd, as each role. SEED and RUNS choose others and more.
 */

const SEED = Number(process.env.SEED ?? 35)
const RUNS = Number(process.env.RUNS ?? 12)

/** Right arguments, for an event of somebody else with the venue 1 and the organizer 2. */
const RIGHT: Readonly<Record<string, Record<string, unknown>>> = {
  find_events: { when: 'today', search: 'x', categories: ['music'], venue: 1, featured: true, limit: 5 },
  get_event: { id: 3, description_from: 0 },
  find_places: { search: 'x', limit: 5 },
  find_organizers: { search: 'x', limit: 5 },
  list_categories: { search: 'x', limit: 5 },
  describe_calendar: {},
  create_event: {
    ...{ title: 'Fair', start_date: '2026-05-09 10:00', end_date: '2026-05-09 12:00', status: 'draft' },
    ...{ categories: ['Music'], venue: 1, organizer: [2], cost: '3', website: 'https://a.example' },
  },
  update_event: { id: 3, title: 'Fair', venue: 1, cost: '3', scope: 'this' },
  delete_event: { id: 3, dry_run: true },
  save_place: { id: 1, name: 'Hall', city: 'Graz', website: 'https://a.example' },
  save_organizer: { id: 2, name: 'Choir', phone: '1' },
}

/** What a refusal may say that is about the caller, and not about an argument. */
const RIGHTS =
  /^These credentials do not allow it\.|^Not allowed to make the (category|tag) |^No \w+ has this ID/

const ROLES = [undefined, 'subscriber 8', 'contributor 8', 'author 8', 'editor 8', 'administrator 8']

/** JSON texts, because some values have no other form. */
const ODD = fc.oneof(
  fc.constantFrom(
    ...[
      'null',
      'true',
      '[]',
      '{}',
      '""',
      '" "',
      '-1',
      '0',
      '0.5',
      '1e999',
      '-1e999',
      '1e-400',
      '9007199254740993',
    ],
    ...[
      '"NaN"',
      '"\\u0000"',
      '"\\ud800"',
      '"\\u202e"',
      '"__proto__"',
      '"constructor"',
      '"1; drop table events"',
    ],
    ...[
      '{"__proto__":{"id":3}}',
      '{"constructor":{"prototype":{"id":3}}}',
      '{"id":{"id":{"id":3}}}',
      '[[[[3]]]]',
    ],
    ...[
      '{"toString":1,"valueOf":1,"length":-1}',
      '[null,true,{},[],"",-1]',
      '"0000-00-00"',
      '"9999999999-01-01"',
    ],
    '{"rrule":"FREQ=SECONDLY;COUNT=999999999"}',
    JSON.stringify('x'.repeat(300_000)),
    JSON.stringify('𝕳'.repeat(2000)),
    `${'['.repeat(3000)}${']'.repeat(3000)}`,
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
    `[${Array(20_000).fill('1').join()}]`,
    `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":1`).join()}}`,
  ),
  fc.json({ maxDepth: 4 }),
)

const NAMES = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '',
  'author',
  'force',
  'id ',
  'x'.repeat(9000),
)

let endpoint: ReturnType<typeof openEndpoint>
/** The arguments of each tool. */
let known: ReadonlyMap<string, readonly string[]>
const faults: unknown[] = []

beforeAll(async () => {
  const onError = (error: unknown) => faults.push(error)
  endpoint = openEndpoint({ onError }, { onError })
  const { call, create } = endpoint
  await call('save_place', { name: 'Hall' }, 'editor')
  await call('save_organizer', { name: 'Choir' }, 'editor')
  await create({ title: 'Choir', venue: 1, organizer: 2, categories: ['Music'] }, 'editor 7')
  const { result } = await (await endpoint.post('tools/list', {}, { as: 'editor' })).json()
  const tools: { name: string; inputSchema: { properties: object } }[] = result.tools
  known = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)]))
})

const get = async (path: string) =>
  (
    await endpoint.api.fetch(new Request(`${API}${path}`, { headers: { authorization: 'administrator 1' } }))
  ).text()

/** All that the calendar holds. */
const ALL = 'status=publish,future,draft,pending,private,trash&per_page=50'
const PATHS = [`/events?start_date=1900-01-01&${ALL}`, `/venues?${ALL}`, `/organizers?${ALL}`]
const calendar = () => Promise.all([...PATHS, '/categories?per_page=50', '/tags?per_page=50'].map(get))

const send = (tool: string, args: string, as: string | undefined) =>
  post(`"id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}`, as)

/** One message, as text. */
async function post(message: string, as: string | undefined) {
  const text = `{"jsonrpc":"2.0",${message}}`
  const headers = { 'content-type': 'application/json', ...(as !== undefined && { authorization: as }) }
  const response = await endpoint.api.fetch(new Request(URL_OF_MCP, { method: 'POST', headers, body: text }))
  const answer = await response.text()
  const body: unknown = answer === '' ? {} : JSON.parse(answer)
  return { status: response.status, body: isObject(body) ? body : {} }
}

/** The text of a result with `isError`. */
function reasonIn(result: Record<string, unknown>): string {
  const [first]: unknown[] = Array.isArray(result.content) ? result.content : []
  return isObject(first) ? String(first.text) : expect.unreachable(JSON.stringify(result).slice(0, 200))
}

test('every tool is tried', () => {
  expect(Object.keys(RIGHT)).toEqual(CALENDAR_TOOLS.map(({ name }) => name))
})

describe.each(Object.entries(RIGHT))('%s', (tool, right) => {
  const needsWrite = CALENDAR_TOOLS.find(({ name }) => name === tool)?.needsWrite

  test.each(ROLES)(
    'as %s: an odd argument is refused by name, or understood, and never a fault',
    async (role) => {
      const names = known.get(tool) ?? []
      const name =
        names.length === 0 ? NAMES : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, NAMES)
      const attempt = async ([odd, value]: [string, string]) => {
        faults.length = 0
        const before = await calendar()
        const fields = Object.entries(right)
          .filter(([other]) => other !== odd)
          .map(([other, one]) => `${JSON.stringify(other)}:${JSON.stringify(one)}`)
        const args = `{${[...fields, `${JSON.stringify(odd)}:${value}`].join()}}`
        const { status, body } = await send(tool, args, role)
        expect(faults).toEqual([])
        const { result, error } = body
        if (error !== undefined) {
          // For who may not use the tool, and nobody else.
          const refusal = role === undefined ? [401, -32600] : [200, -32602]
          expect([needsWrite, status, isObject(error) && error.code]).toEqual([true, ...refusal])
        } else {
          expect([status, isObject(result)]).toEqual([200, true])
          if (isObject(result) && result.isError === true) expectNamed(reasonIn(result), odd)
          else if (needsWrite === true) return
        }
        expect(await calendar()).toEqual(before)
      }
      await fc.assert(fc.asyncProperty(fc.tuple(name, ODD), attempt), { seed: SEED, numRuns: RUNS })
    },
  )
})

/** In few words, with the argument, unless the caller may not do it at all. */
function expectNamed(reason: string, name: string): void {
  expect(reason.length).toBeLessThan(3000)
  if (!RIGHTS.test(reason)) expect(reason).toContain(name.slice(0, 80))
}

describe('odd messages are errors of the protocol, and never a fault', () => {
  const ODD_VALUES = [
    '{"toString":1}',
    '[[[[1]]]]',
    `${'['.repeat(9000)}${']'.repeat(9000)}`,
    '1e999',
    'null',
    'true',
  ]

  test.each(ODD_VALUES.map((value) => [value.slice(0, 30), value]))('%s', async (_, value) => {
    faults.length = 0
    for (const params of [
      `{"name":${value},"arguments":{}}`,
      `{"name":"find_events","arguments":${value}}`,
      `{"name":"get_event","arguments":{"id":3},"_meta":${value}}`,
      `{"name":"get_event","arguments":{"id":3},"_meta":{"io.modelcontextprotocol/protocolVersion":${value}}}`,
      `{"name":"get_event","arguments":{"id":3},"_meta":{"progressToken":${value}}}`,
      `{"name":"get_event","arguments":{"id":3},"inputResponses":${value},"requestState":${value}}`,
      value,
    ]) {
      for (const method of ['tools/call', 'tools/list', 'initialize', 'prompts/get', 'resources/read']) {
        const { status, body } = await post(`"id":1,"method":"${method}","params":${params}`, 'editor 8')
        expect(faults).toEqual([])
        expect([200, 400]).toContain(status)
        if (isObject(body.error)) expect(body.error.code).not.toBe(-32603)
      }
    }
    for (const head of [
      `"id":${value},"method":"ping"`,
      `"id":1,"method":${value}`,
      `"id":1,"result":${value}`,
    ]) {
      expect([200, 202, 400]).toContain((await post(head, 'editor 8')).status)
    }
  })
})
