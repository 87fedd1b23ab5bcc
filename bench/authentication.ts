/*
 * What authentication adds to a read: CPU time per request, in process, over memory. All contenders read one event
 * with the same rights; the first is told by a constant function who asks:
 *
 *   npx tsx bench/authentication.ts [--requests 20000] [--rounds 15]
 *
 * Contenders take turns, and the median of the rounds counts.
 */
import { parseArgs } from 'node:util'
import { createEventsApi, type Principal } from 'kalends'
import { type Authenticate, basicPasswords, bearerTokens, memoryPasswords, memoryTokens } from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '15' },
  },
})
const requests = Number(values.requests)
const rounds = Number(values.rounds)
if (!(requests >= 1 && rounds >= 1)) throw new RangeError('--requests and --rounds: 1 or more')

interface Contender {
  readonly name: string
  readonly read: () => Promise<void>
  /** CPU time per request, in µs, of each round. */
  readonly found: number[]
}

const EDITOR: Principal = { id: 1, role: 'editor' }
const BASE = 'http://localhost/vendor/events/v1'

async function contender(
  name: string,
  authenticate: Authenticate<{ ip: string }>,
  authorization: string,
): Promise<Contender> {
  const api = createEventsApi<{ ip: string }>(memoryStorage(), { authenticate })
  const host = { ip: '192.0.2.1' }
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({
    title: 'Concert',
    start_date: '2030-05-01 20:00',
    end_date: '2030-05-01 22:00',
  })
  const created = await api.fetch(new Request(`${BASE}/events`, { method: 'POST', headers, body }), host)
  const { id }: { id: number } = await created.json()
  const request = new Request(`${BASE}/events/${id}`, { headers: { authorization } })
  const { plain = api.fetch } = api.fetch
  const read = async () => {
    const { status } = await plain(request, host)
    if (status !== 200) throw new Error(`${name}: ${status}`)
  }
  return { name, read, found: [] }
}

const tokens = bearerTokens<{ ip: string }>(memoryTokens())
const passwords = basicPasswords<{ ip: string }>(memoryPasswords())
const { token } = await tokens.issue({ principal: EDITOR })
const { password } = await passwords.issue({ user: 'ann@example.com', principal: EDITOR })
await passwords.choose({ user: 'ann@example.com', principal: EDITOR, password: 'correct horse' })
const basic = (typed: string) => `Basic ${btoa(`ann@example.com:${typed}`)}`

const contenders = [
  await contender('a constant function', () => EDITOR, `Bearer ${token}`),
  await contender('a token', tokens.authenticate, `Bearer ${token}`),
  await contender('an issued password', passwords.authenticate, basic(password)),
  await contender('a chosen password', passwords.authenticate, basic('correct horse')),
]

for (let round = 0; round <= rounds; round++) {
  for (const { read, found } of contenders) {
    const before = process.cpuUsage()
    for (let at = 0; at < requests; at++) await read()
    const { user, system } = process.cpuUsage(before)
    // The first round warms up.
    if (round > 0) found.push((user + system) / requests)
  }
}

const medianOf = (found: readonly number[]): number =>
  [...found].sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN
const least = medianOf(contenders[0]?.found ?? [])
for (const { name, found } of contenders) {
  const median = medianOf(found)
  console.log(`${name.padEnd(20)} ${median.toFixed(1)} µs per read, ${(median - least).toFixed(1)} more`)
}
