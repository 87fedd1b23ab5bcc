/*
 * How long a small read takes while many readers ask for the same long feed, and what those cost that do not read it:
 *
 *   npx tsx bench/feeds.ts [--storage memory,sqlite] [--events 3000] [--readers 40] [--idle 300]
 *
 * A small read begins every 10 ms, however long the others take. Meanwhile, all readers ask for a feed at once: for the
 * same one; then each with a URL of its own, which nothing can share. At last, readers ask and never read.
 */
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { FIRST_EVENT } from './calendar/calendar.ts'
import { machine } from './databases/opened.ts'
import { get } from './requests/operations.ts'
import { HOST, type Question } from './requests/question.ts'
import { quantile } from './shared/clients.ts'
import { startServing } from './shared/serving.ts'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory' },
    events: { type: 'string', default: '3000' },
    readers: { type: 'string', default: '40' },
    idle: { type: 'string', default: '300' },
  },
})
const events = Number(values.events)
const readers = Number(values.readers)
const idle = Number(values.idle)
const MEGABYTE = 1024 * 1024
/** Milliseconds between two small reads. */
const PERIOD = 10
/** Milliseconds of small reads without readers, and of readers that do not read. */
const QUIET = 2_000

const feed = (reader: number, isOwn: boolean): Question =>
  get(`/events.ics?start_date=2000-01-01${isOwn ? `&reader=${reader}` : ''}`)

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Sends a request on a connection of its own. */
function send(port: number, { path }: Question): Socket {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
  return socket
}

/** Milliseconds until the whole answer is there, and its status; 0 if the connection was closed before. */
async function ask(port: number, question: Question) {
  const begun = performance.now()
  let status = 0
  const socket = send(port, question)
  socket.once('data', (first: Buffer) => {
    status = Number(first.toString('latin1', 9, 12))
  })
  // What comes is not kept: clients that join long answers would take the time of the server.
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  return { status, took: performance.now() - begun }
}

let turn = 0

/** Milliseconds of the small reads that begin before the work has ended. */
async function beside(port: number, work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const reads: Promise<{ took: number }>[] = []
  while (!isOver) {
    turn++
    // No two with the same URL, so that no cached response answers.
    reads.push(ask(port, get(`/events/${FIRST_EVENT + (turn % events)}?turn=${turn}`)))
    await pause(PERIOD)
  }
  await over
  return (await Promise.all(reads)).map(({ took }) => took)
}

/** All readers at once. */
async function crowd(port: number, isOwn: boolean) {
  const answers = Promise.all(Array.from({ length: readers }, (_, reader) => ask(port, feed(reader, isOwn))))
  const small = await beside(port, answers)
  const seen = await answers
  return { small, took: Math.max(...seen.map(({ took }) => took)), seen }
}

function row(name: string, small: readonly number[], took?: number, others = ''): string[] {
  const ms = (share: number) => quantile(small, share).toFixed(1)
  return [name, String(small.length), ms(0.5), ms(0.99), ms(1), took?.toFixed(0) ?? '', others]
}

async function measure(storage: string): Promise<string[][]> {
  const { port, memory, end } = await startServing(storage, events)
  await beside(port, pause(QUIET))
  await crowd(port, false)
  const rows: string[][] = []
  const add = (...cells: Parameters<typeof row>) => {
    rows.push(row(...cells))
    console.error(rows.at(-1)?.join('  '))
  }
  add(`${storage}: small reads alone`, await beside(port, pause(QUIET)))
  for (const isOwn of [false, true]) {
    const { small, took, seen } = await crowd(port, isOwn)
    const refused = seen.filter(({ status }) => status === 503).length
    const what = isOwn ? 'feeds, each with its own URL' : 'equal feeds'
    add(`${storage}: beside ${readers} ${what}`, small, took, `${refused} × 503`)
  }
  const before = await memory()
  const sockets = Array.from({ length: idle }, () => send(port, feed(0, false)).pause())
  const small = await beside(port, pause(5 * QUIET))
  const after = await memory()
  for (const socket of sockets) socket.destroy()
  const more = ((after.resident - before.resident) / MEGABYTE).toFixed(0)
  add(`${storage}: beside ${idle} readers that do not read`, small, undefined, `${more} MB more`)
  await end()
  return rows
}

console.log(machine())
const rows: string[][] = []
for (const storage of values.storage.split(',')) rows.push(...(await measure(storage)))
console.log(
  tableOf(['storage, load', 'small reads', 'ms p50', 'p99', 'longest', 'all feeds, ms', 'others'], rows),
)
