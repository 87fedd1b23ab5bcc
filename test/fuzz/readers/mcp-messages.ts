import { createEventsApi } from '../../../src/index.ts'
import { createMcp } from '../../../src/mcp.ts'
import { memoryStorage } from '../../../src/storage/memory.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { asked, Refused } from '../asked.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

/* Messages to the endpoint for assistants: JSON-RPC with the methods and tools that it has, and odd arguments. */

const SITE = 'http://localhost/vendor/events/v1'

const api = createEventsApi(memoryStorage(), {
  authenticate: () => ({ id: 1, role: 'administrator' }),
  limits: { timeout: 120_000 },
})
const mcp = createMcp(api)

const METHODS = [
  ...[
    'initialize',
    'tools/list',
    'tools/call',
    'tools/call',
    'tools/call',
    'tools/call',
    'ping',
    'server/discover',
  ],
  ...['notifications/initialized', 'notifications/cancelled', 'resources/list', 'x', '', '__proto__'],
]
const TOOLS = [
  ...[
    'find_events',
    'get_event',
    'create_event',
    'update_event',
    'delete_event',
    'describe_calendar',
    'find_venues',
  ],
  ...['save_venue', 'find_organizers', 'save_organizer', 'x', '', 'constructor'],
]
const NAMES = [
  ...[
    'id',
    'title',
    'start',
    'end',
    'when',
    'from',
    'to',
    'query',
    'search',
    'venue',
    'organizer',
    'category',
    'limit',
  ],
  ...[
    'cursor',
    'name',
    'description',
    'dry_run',
    'confirm',
    'repeat',
    'rule',
    'version',
    'status',
    '__proto__',
    '',
  ],
]
const VALUES: readonly unknown[] = [
  ...[
    'Fair',
    'next weekend',
    'tomorrow 19:00',
    '2027-05-10',
    '2027-05-10T10:00',
    'in 99999999999 days',
    '',
    '\0',
    '\ud800',
  ],
  ...[
    0,
    1,
    -1,
    1.5,
    1e300,
    Number.MAX_SAFE_INTEGER,
    true,
    null,
    [],
    {},
    [1],
    ['a'],
    { name: 'Hall' },
    [[[[[]]]]],
  ],
]
const ODD = ['"', '\\', '{', '}', '[', ']', ',', ':', '\\u0000', '\\ud800', '1e999', 'null', '\n', '\0']
const HEADERS = {
  'mcp-protocol-version': ['2025-11-25', '2026-07-28', '2024-11-05', '9999-99-99', '', 'x'],
  'mcp-session-id': ['1', 'x'.repeat(5000), ''],
  'mcp-method': ['tools/call', 'x'],
  'mcp-name': ['find_events', '=?base64?eA==?=', '=?base64?!?='],
  accept: ['application/json', 'text/event-stream', 'application/json, text/event-stream', '*/*', 'x'],
  'content-type': ['application/json', 'application/json', 'text/plain', 'application/json; charset=latin1'],
  origin: ['http://localhost', 'https://evil.example', 'null'],
}

const someValue = (dice: Dice): unknown =>
  dice.chance(300) ? dice.oneOf(['x', '🎪', 'in ', '1']).repeat(200_000) : dice.oneOf(VALUES)

function message(dice: Dice): Record<string, unknown> {
  const values = Object.fromEntries(dice.some(5, () => [dice.oneOf(NAMES), someValue(dice)]))
  const given = dice.chance(2)
    ? { title: 'Fair', start: '2027-05-10 10:00', end: '2027-05-10 12:00', ...values }
    : values
  const params = {
    name: dice.oneOf(TOOLS),
    arguments: dice.chance(20) ? someValue(dice) : given,
    ...(dice.chance(2) && {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }),
    ...(dice.chance(3) && { _meta: { progressToken: someValue(dice) } }),
  }
  return {
    jsonrpc: dice.chance(20) ? dice.oneOf(VALUES) : '2.0',
    ...(dice.chance(8) ? {} : { id: dice.chance(8) ? someValue(dice) : 1 }),
    method: dice.oneOf(METHODS),
    params: dice.chance(20) ? someValue(dice) : params,
  }
}

interface Message {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

function made(dice: Dice): Message {
  const value = dice.chance(8) ? dice.some(dice.chance(9) ? 500 : 4, () => message(dice)) : message(dice)
  const text = dice.chance(40) ? dice.oneOf(['[', '{"params":']).repeat(20_000) : JSON.stringify(value)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  for (const [name, values] of Object.entries(HEADERS)) if (dice.chance(4)) headers[name] = dice.oneOf(values)
  return {
    method: dice.chance(12) ? dice.oneOf(['GET', 'DELETE', 'PUT', 'OPTIONS']) : 'POST',
    path: dice.chance(20) ? dice.oneOf(['/mcp/', '/mcp/x', '/mcp/oauth-protected-resource']) : '/mcp',
    headers,
    text: dice.chance(3) ? damagedText(dice, text, ODD) : text,
  }
}

// What loads with the first calls is none of the input's.
for (const [name, given] of [
  ['create_event', { title: 'Fair', start: '2027-05-10 10:00', end: '2027-05-10 12:00', venue: 'Hall' }],
  ['find_events', { when: 'next weekend' }],
  ['save_venue', { name: 'Hall' }],
]) {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  await asked(mcp, new Request(`${SITE}/mcp`, { method: 'POST', headers, body }))
}

await fuzz<Message>({
  make: made,
  read: async ({ method, path, headers, text }) => {
    const hasBody = !['GET', 'OPTIONS'].includes(method)
    await asked(mcp, new Request(SITE + path, { method, headers, ...(hasBody && { body: text }) }))
  },
  refuses: (error) => error instanceof Refused,
})
