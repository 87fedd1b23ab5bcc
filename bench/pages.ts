/*
 * What a page of the list costs beside the JSON of the same list, and beside a page written by hand over the same database:
 *
 *   npx tsx bench/pages.ts [--events 1000] [--seconds 2]
 *
 * In one process, without sockets, on SQLite: kept answers, and those that are made anew. The page by hand has the thirty
 * events with their times, places and links, no filters, and no words of dates.
 */
import { parseArgs } from 'node:util'
import { createEventsApi } from 'kalends'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { createSite } from 'kalends/site'
import { sqlStorage } from 'kalends/storage/sql'
import Libsql from 'libsql'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '2' } },
})
const EVENTS = Number(values.events)
const SECONDS = Number(values.seconds)
const ORIGIN = 'https://town.example'
const LIST = 'strict_dates=1&ends_after=2027-03-01T12:00:00&page=1&per_page=30'

const db = new Libsql(':memory:')
const storage = sqlStorage(betterSqlite3(db))
const open = (cache?: number) =>
  createEventsApi(storage, {
    now: () => new Date('2027-03-01T12:00:00Z'),
    site: (api) => createSite(api),
    ...(cache === undefined ? {} : { limits: { cache } }),
  })
// Nothing fits into a cache of one byte.
const [kept, anew] = [open(), open(1)]
await kept.migrate()

const day = (at: number) =>
  new Date(Date.UTC(2027, 2, 2) + at * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const made = await kept.createEvents(
  { id: 1, role: 'administrator' },
  Array.from({ length: EVENTS }, (_, at) => ({
    event: {
      title: `Event ${at}`,
      start_date: day(at),
      end_date: day(at + 2),
      cost: at % 3 === 0 ? 'Free' : '$10',
      venue: { venue: `Place ${at % 40}`, city: 'Lindow' },
      categories: [`Category ${at % 8}`],
      description: '<p>What happens there, in a sentence of usual length.</p>',
    },
  })),
)
if (made.some((one) => 'error' in one)) throw new TypeError('an event was not made')

db.exec(
  'create table by_hand (id integer primary key, title text, starts text, ends text, url text, place text, cost text)',
)
db.exec('create index by_hand_ends on by_hand (ends)')
for (let at = 0; at < EVENTS; at++) {
  db.prepare('insert into by_hand values (?, ?, ?, ?, ?, ?, ?)').run(
    ...[
      at + 1,
      `Event ${at}`,
      day(at),
      day(at + 2),
      `/event/event-${at}/`,
      `Place ${at % 40}, Lindow`,
      '$10',
    ],
  )
}
const read = db.prepare('select * from by_hand where ends >= ? order by starts limit 30')
const total = db.prepare('select count(*) as n from by_hand where ends >= ?')
const escaped = (text: unknown) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function byHand(): string {
  const rows = read.all('2027-03-01 12:00').map((row: unknown) => {
    const of = (name: string) =>
      escaped(typeof row === 'object' && row !== null ? Reflect.get(row, name) : '')
    return `<li><a href="${of('url')}">${of('title')}</a> <time>${of('starts')}</time>–<time>${of('ends')}</time> ${of('place')} ${of('cost')}</li>`
  })
  return `<!DOCTYPE html><html lang="en"><title>Events</title><p>${JSON.stringify(total.get('2027-03-01 12:00'))}</p><ul>${rows.join('')}</ul></html>`
}

const ask = (api: typeof kept, path: string) => async () => {
  const response = await api.fetch(new Request(`${ORIGIN}${path}`))
  const body = await response.arrayBuffer()
  if (response.status !== 200) throw new TypeError(`${path} is ${response.status}`)
  return body.byteLength
}

const json = `${kept.basePath}/events?${LIST}`
const CASES = [
  ['JSON, kept', ask(kept, json)],
  ['page, kept', ask(kept, '/events/')],
  ['JSON, made anew', ask(anew, json)],
  ['page, made anew', ask(anew, '/events/')],
  ['page by hand', async () => byHand().length],
] as const

/** Each for a part of the time, in turn, so that a busy machine slows all of them alike. */
const ROUNDS = 10
const counts = new Map<string, { requests: number; cpu: number; bytes: number }>()
for (const [, work] of CASES) for (let at = 0; at < 30; at++) await work()
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, work] of CASES) {
    const sum = counts.get(name) ?? { requests: 0, cpu: 0, bytes: 0 }
    const [before, end] = [process.cpuUsage(), performance.now() + (SECONDS * 1000) / ROUNDS]
    while (performance.now() < end) {
      sum.bytes = await work()
      sum.requests++
    }
    const { user, system } = process.cpuUsage(before)
    counts.set(name, { ...sum, cpu: sum.cpu + user + system })
  }
}
const costOf = (name: string) => {
  const { cpu, requests } = counts.get(name) ?? { cpu: 0, requests: 1 }
  return cpu / requests
}
console.log(
  tableOf(
    ['', 'µs of CPU', 'requests/s of CPU', 'bytes'],
    CASES.map(([name]) => [
      name,
      costOf(name).toFixed(0),
      (1_000_000 / costOf(name)).toFixed(0),
      String(counts.get(name)?.bytes ?? 0),
    ]),
  ),
)
console.log(`
kept: page/JSON, requests/s: ${(costOf('JSON, kept') / costOf('page, kept')).toFixed(2)}
made anew: page/JSON, CPU: ${(costOf('page, made anew') / costOf('JSON, made anew')).toFixed(2)}
made anew: page/page by hand, CPU: ${(costOf('page, made anew') / costOf('page by hand')).toFixed(1)}`)
