/*
 * What a batch saves: 1,000 updates of one field, as 1,000 requests over 8 connections, and as ten batches of 100, each
 * request alone and as one commit. Milliseconds by the clock, medians; the ways take turns in each round.
 *
 *   npx tsx bench/batches.ts [--storage sqlite,postgres] [--events 1000] [--rounds 7]
 *
 * The server is a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { toNodeListener } from '../adapters/node.ts'
import { createEventsApi } from '../src/index.ts'
import { AUTHOR, FIRST_EVENT, idsFrom, NOW } from './calendar/calendar.ts'
import { fill, fillStorage } from './calendar/fill.ts'
import { databaseOf } from './databases/databases.ts'
import { machine } from './databases/opened.ts'
import { measuring } from './requests/build.ts'
import { Client } from './requests/client.ts'
import type { Question } from './requests/question.ts'
import { Place } from './shared/place.ts'

const CONNECTIONS = 8
const PER_BATCH = 100
const ROOT = '/vendor/events/v1'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'sqlite,postgres' },
    events: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '7' },
    serve: { type: 'string' },
  },
})
const count = Number(values.events)
const ids = idsFrom(FIRST_EVENT, count)

async function serve(database: string): Promise<void> {
  const place = new Place(`batches ${database}`)
  const opened = await databaseOf(database).open(place)
  await fill(place, opened, fillStorage(opened.storage), count)
  const api = createEventsApi(opened.storage, {
    now: () => NOW,
    authenticate: () => ({ id: AUTHOR, role: 'administrator' }),
  })
  const server = createServer(toNodeListener(api))
  server.listen(0, '127.0.0.1', () => process.send?.(Object(server.address()).port))
  process.on('message', () => {
    server.closeAllConnections()
    server.close()
    void opened.close().then(() => process.exit())
  })
}

const question = (path: string, body: unknown): Question => ({
  method: 'POST',
  path: `${ROOT}${path}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Sends the questions over some connections, each of which asks again when it has its answer. */
async function send(port: number, connections: number, questions: readonly Question[]): Promise<number> {
  const agents = Array.from({ length: connections }, () => new Client(port))
  const left = questions.values()
  const began = performance.now()
  await Promise.all(
    agents.map(async (agent) => {
      for (const one of left) {
        const { status, body } = await agent.ask(one)
        if (status !== 200 && status !== 207) throw new Error(`${status} ${body}`)
        if (status === 207 && /"status":[45]/.test(String(body))) throw new Error(String(body).slice(0, 500))
      }
    }),
  )
  const took = performance.now() - began
  for (const agent of agents) agent.end()
  return took
}

function ways(round: number) {
  const change = (id: number) => ({ cost: String(1 + ((id + round) % 99)) })
  const batches = (atomic: boolean) =>
    Array.from({ length: Math.ceil(count / PER_BATCH) }, (_, index) =>
      question('/batch', {
        atomic,
        requests: ids
          .slice(index * PER_BATCH, (index + 1) * PER_BATCH)
          .map((id) => ({ path: `/events/${id}`, body: change(id) })),
      }),
    )
  return {
    requests: (port: number) =>
      send(
        port,
        CONNECTIONS,
        ids.map((id) => question(`/events/${id}`, change(id))),
      ),
    'batches, each alone, 1 connection': (port: number) => send(port, 1, batches(false)),
    'batches, atomic, 1 connection': (port: number) => send(port, 1, batches(true)),
    'batches, each alone, 8 connections': (port: number) => send(port, CONNECTIONS, batches(false)),
    'batches, atomic, 8 connections': (port: number) => send(port, CONNECTIONS, batches(true)),
  }
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const started = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)))
    child.once('exit', () => reject(new Error('the server did not start')))
  })

async function compare(database: string): Promise<void> {
  const child = fork(new URL(import.meta.url), ['--serve', database, '--events', values.events])
  const port = await started(child)
  const took: Record<string, number[]> = {}
  // The first round loads the code.
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, run] of Object.entries(ways(round))) {
      const milliseconds = await run(port)
      if (round > 0) took[name] = [...(took[name] ?? []), milliseconds]
    }
  }
  child.send('close')
  const base = median(took.requests ?? [])
  for (const [name, all] of Object.entries(took)) {
    const one = median(all)
    console.log(`| ${database} | ${name} | ${one.toFixed(0)} | ${(one / base).toFixed(2)} |`)
  }
}

if (values.serve !== undefined) await serve(values.serve)
else {
  await measuring(import.meta.url, async () => {
    console.log(machine())
    for (const database of values.storage.split(',')) await compare(database)
  })
}
