/*
 * How much a calendar still answers when five times as many clients ask as it can serve:
 *
 *   npx tsx bench/overload.ts [--storage memory,postgres] [--events 10000] [--seconds 10]
 *
 * First the number of clients is doubled until the answers per second grow no more: the peak. Then five times as many
 * come to a server whose `inFlight` and `queue` are the number of clients at the peak: once they obey `Retry-After`,
 * once they retry at once, which is the worst case.
 *
 * The clients run on the same machine and take their share of it: compare ratios, not numbers.
 */
import { parseArgs } from 'node:util'
import { FIRST_EVENT } from './calendar/calendar.ts'
import { machine } from './databases/opened.ts'
import { get } from './requests/operations.ts'
import { quantile, runClients, type Seen } from './shared/clients.ts'
import { startServing } from './shared/serving.ts'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory' },
    events: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
  },
})
const events = Number(values.events)
const seconds = Number(values.seconds)
const MOST_CLIENTS = 256
/** A peak is left behind when this much more does not come of twice as many clients. */
const GAIN = 1.05
const TIMES = 5

let turn = 0
/** Default lists, months, and single events, in turns. */
const next = () => {
  turn++
  const month = String(1 + (turn % 12)).padStart(2, '0')
  const paths = [
    '/events',
    `/events/${FIRST_EVENT + (turn % events)}`,
    `/events?start_date=2026-${month}-01&end_date=2026-${month}-28&per_page=20`,
  ]
  return get(paths[turn % paths.length] ?? '/events')
}

const good = (seen: readonly Seen[]) => seen.filter(({ status }) => status < 500)

async function measure(storage: string): Promise<string[][]> {
  const open = await startServing(storage, events)
  await runClients(open.port, { clients: 8, seconds: 3, next })
  let clients = 1
  let peak = 0
  let peakSeen: Seen[] = []
  for (let more = 1; more <= MOST_CLIENTS; more *= 2) {
    const seen = await runClients(open.port, { clients: more, seconds: seconds / 2, next })
    const rate = good(seen).length / (seconds / 2)
    if (rate > peak * GAIN) clients = more
    else if (more > clients * 2) break
    if (rate > peak) {
      peak = rate
      peakSeen = seen
    }
  }
  await open.end()
  const bounded = await startServing(storage, events, { inFlight: clients, queue: clients })
  await runClients(bounded.port, { clients, seconds: 3, next })
  const base = await runClients(bounded.port, { clients, seconds, next })
  const polite = await runClients(bounded.port, { clients: clients * TIMES, seconds, next })
  const rude = await runClients(bounded.port, { clients: clients * TIMES, seconds, next, patience: 0 })
  await bounded.end()
  const rate = Math.max(peak, good(base).length / seconds)
  const row = (name: string, count: number, seen: readonly Seen[], time = seconds): string[] => {
    const refused = seen.filter(({ status }) => status === 503).map(({ took }) => took)
    const answered = good(seen).map(({ took }) => took)
    return [
      `${storage}: ${name}`,
      String(count),
      (answered.length / time).toFixed(0),
      (answered.length / time / rate).toFixed(2),
      `${quantile(answered, 0.5).toFixed(1)} / ${quantile(answered, 0.99).toFixed(1)}`,
      String(refused.length),
      refused.length === 0
        ? ''
        : `${quantile(refused, 0.5).toFixed(1)} / ${quantile(refused, 0.99).toFixed(1)}`,
    ]
  }
  return [
    row('peak', clients, peakSeen, seconds / 2),
    row('peak, bounded', clients, base),
    row('five times, as Retry-After says', clients * TIMES, polite),
    row('five times, back at once', clients * TIMES, rude),
  ]
}

console.log(machine())
const rows: string[][] = []
for (const storage of values.storage.split(',')) rows.push(...(await measure(storage)))
const HEAD = [
  'storage, load',
  'clients',
  'answers/s',
  'of the peak',
  'ms p50 / p99',
  '503',
  '503: ms p50 / p99',
]
console.log(tableOf(HEAD, rows))
