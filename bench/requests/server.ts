/*
 * One contender in a process of its own, so that its CPU time is its own: `contender.ts` forks it.
 */
import { createServer, type Server } from 'node:http'
import { openByHand } from '../contenders/by-hand.ts'
import { type Floor, openFloor } from '../contenders/floor.ts'
import { openLibrary } from '../contenders/library.ts'
import type { Served } from '../contenders/served.ts'
import { Place } from '../shared/place.ts'
import { databaseByHand, FLOOR } from './names.ts'
import type { Answer, Counted, Order, Protocol } from './protocol.ts'
import { type Question, withSerial } from './question.ts'

/** Milliseconds. */
const POLL = 5
const KEEP_ALIVE = 600_000
/** Requests between two looks at the CPU time. */
const AT_LEAST = 16
/** Reads that are asked once before any is measured. */
const CACHED_FIRST = 1000

let served: Served | undefined
let floor: Floor | undefined
let server: Server | undefined
let closeCalendar: (() => Promise<void>) | undefined
let requests = 0
let cpuBefore = process.cpuUsage()
let serverBefore = 0
let questions: readonly Question[] = []

/** µs since counting started. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage(cpuBefore)
  return user + system
}

const serverCpu = async (): Promise<number> => (await served?.serverCpu?.()) ?? 0

async function startCounting(): Promise<void> {
  requests = 0
  serverBefore = await serverCpu()
  cpuBefore = process.cpuUsage()
}

async function counted(requests: number): Promise<Counted> {
  const cpu = ownCpu()
  return { requests, cpu, server: (await serverCpu()) - serverBefore }
}

async function openContender({ contender, events, limits, root }: Order<'open'>): Promise<Served> {
  if (contender === FLOOR) {
    floor = openFloor()
    return floor
  }
  const database = databaseByHand(contender) ?? contender
  const calendar = {
    ...{ database, events },
    // What is in the memory of this process goes with it.
    place: new Place(`${contender} ${events}`, database === 'memory' ? undefined : root),
    onClose(close: () => Promise<void>) {
      closeCalendar = close
    },
  }
  return database === contender ? openLibrary(calendar, limits) : openByHand(calendar)
}

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    if (server === undefined) return resolve(0)
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

type Handlers = { readonly [K in keyof Protocol]: (order: Order<K>) => Promise<Answer<K>> }

const handlers: Handlers = {
  async open(order) {
    const opened = await openContender(order)
    served = opened
    const { version, listener, bytes, loaded } = opened
    const listening = createServer((req, res) => {
      requests++
      listener(req, res)
    })
    server = listening
    // A server that is busy for longer than the default finds connections idle whose next request it has not read.
    listening.keepAliveTimeout = KEEP_ALIVE
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject).listen(0, '127.0.0.1', resolve)
    })
    const address = listening.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return { port: address.port, version, loaded, bytes: await bytes() }
  },

  async learn({ port, questions, written }) {
    if (floor === undefined) throw new Error('only the floor learns')
    await floor.learn(port, questions, written)
    return null
  },

  async begin() {
    await startCounting()
    return null
  },

  /** Requests under way when the clients leave are work too. */
  async end() {
    while ((await openConnections()) > 0) await new Promise((resolve) => setTimeout(resolve, POLL))
    return counted(requests)
  },

  async prepare(order) {
    questions = order.questions
    // What has room in the cache is there, however little is asked later.
    const reads = new Map(questions.filter(({ method }) => method === 'GET').map((one) => [one.path, one]))
    for (const one of [...reads.values()].slice(0, CACHED_FIRST)) await served?.ask?.(one)
    return null
  },

  async inProcess(order) {
    const ask = order.isCold ? (served?.askCold ?? served?.ask) : served?.ask
    if (ask === undefined) throw new Error('this contender answers over a socket only')
    await startCounting()
    let done = 0
    for (; done % AT_LEAST !== 0 || done === 0 || ownCpu() < order.milliseconds * 1000; done++) {
      const question = questions[(order.from + done) % questions.length]
      if (question === undefined) throw new Error('no questions')
      const { body } = question
      await ask(body === '' ? question : { ...question, body: withSerial(body, order.serial + done) })
    }
    return counted(done)
  },

  /** Finalizers hold requests and their signals for one or two more collections. */
  async memory() {
    questions = []
    for (let round = 0; round < 4; round++) {
      globalThis.gc?.()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { heapUsed, rss } = process.memoryUsage()
    return { heap: heapUsed, resident: rss }
  },
}

async function handle<K extends keyof Protocol>({ what, order }: { what: K; order: Order<K> }) {
  const reply = await handlers[what](order).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  if (process.connected) process.send?.(reply)
}

/** Also while it is being filled. */
async function close(): Promise<void> {
  server?.close()
  server?.closeAllConnections()
  await closeCalendar?.()
}

process.on('message', (message: { what: keyof Protocol; order: never }) => void handle(message))
// The bench has closed it, or is gone: nothing stays behind.
process.once('disconnect', () => void close().finally(() => process.exit(0)))
// Ctrl-C in a terminal reaches all processes; the bench says what happens then.
process.on('SIGINT', () => {})
