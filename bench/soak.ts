/*
 * Whether a calendar that is asked for a long time keeps its memory, its speed and its manners:
 *
 *   npx tsx bench/soak.ts [--storage memory] [--events 10000] [--minutes 10] [--clients 16]
 *
 * Lists, months, single events, searches, what is not there, bad input, and one write in twenty: updates of the same
 * events again and again, so that the calendar does not grow. The heap is read after a collection every half minute.
 * It says whether memory is flat: whether the second half of the readings, on average, is within 5 % of the first.
 */
import { parseArgs } from 'node:util'
import { FIRST_EVENT, VENUES } from './calendar/calendar.ts'
import { machine } from './databases/opened.ts'
import { get, post } from './requests/operations.ts'
import { quantile, runClients, type Seen } from './shared/clients.ts'
import { startServing } from './shared/serving.ts'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory' },
    events: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '16' },
  },
})
const events = Number(values.events)
const clients = Number(values.clients)
const READINGS_PER_MINUTE = 2
const seconds = 60 / READINGS_PER_MINUTE
const readings = Math.max(4, Math.round(Number(values.minutes) * READINGS_PER_MINUTE))
const FLAT = 1.05
const MEGABYTE = 1024 * 1024

let turn = 0
const paths = (turn: number): string[] => [
  '/events',
  `/events/${FIRST_EVENT + (turn % events)}`,
  `/events?start_date=2026-${String(1 + (turn % 12)).padStart(2, '0')}-01&per_page=20`,
  '/events?search=music&per_page=5',
  `/venues/${1 + (turn % VENUES)}`,
  '/categories?per_page=20',
  '/events/by-slug/there-is-no-such-event',
  `/events?page=${turn % 2 === 0 ? 'x' : '0'}&start_date=soon`,
]

function next() {
  turn++
  if (turn % 20 === 0) {
    return post(`/events/${FIRST_EVENT + (turn % 1000)}`, { description: `<p>Written in turn ${turn}.</p>` })
  }
  const all = paths(turn)
  return get(all[turn % all.length] ?? '/events')
}

const serving = await startServing(values.storage, events)
await runClients(serving.port, { clients, seconds: 10, next })
console.log(machine())

const heaps: number[] = []
const rows: string[][] = []
for (let reading = 1; reading <= readings; reading++) {
  const seen = await runClients(serving.port, { clients, seconds, next })
  const { heap, resident } = await serving.memory()
  heaps.push(heap)
  const took = seen.map((one) => one.took)
  const faults = seen.filter(({ status }: Seen) => status >= 500).length
  rows.push([
    `${(reading / READINGS_PER_MINUTE).toFixed(1)} min`,
    (seen.length / seconds).toFixed(0),
    quantile(took, 0.5).toFixed(1),
    quantile(took, 0.99).toFixed(1),
    String(faults),
    (heap / MEGABYTE).toFixed(1),
    (resident / MEGABYTE).toFixed(0),
  ])
  console.error(rows.at(-1)?.join('  '))
}
await serving.end()

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
const half = Math.floor(heaps.length / 2)
const growth = mean(heaps.slice(half)) / mean(heaps.slice(0, half))
console.log(tableOf(['after', 'answers/s', 'ms p50', 'ms p99', '5xx', 'heap MB', 'resident MB'], rows))
console.log(`second half of the heap readings to the first: ${growth.toFixed(3)}`)
if (growth > FLAT) {
  console.error('The heap grows.')
  process.exitCode = 1
}
