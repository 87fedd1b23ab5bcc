/*
 * One contender in a process of its own, so that its CPU time is its alone: `contender.ts` forks it.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { openByHand } from './contenders/by-hand.ts'
import { type Floor, openFloor } from './contenders/floor.ts'
import { openHono } from './contenders/hono.ts'
import { openLibrary } from './contenders/library.ts'
import { openSameRowsServer } from './contenders/same-rows.ts'
import type { Keep, Served } from './contenders/served.ts'
import { BY_HAND, FLOOR, HONO, SAME_ROWS } from './names.ts'
import type { Answers, Asked, Counted, Memory, Message, Opened, Reply } from './protocol.ts'
import { fromLine, type Question, withSerial } from './question.ts'

/** Milliseconds. */
const LOOK = 5
const KEEP_ALIVE = 600_000

let served: Served | undefined
let floor: Floor | undefined
let server: Server | undefined
let drop: (() => Promise<void>) | undefined
let requests = 0
let cpuBefore = process.cpuUsage()

const keep: Keep = (dropping) => {
  drop = dropping
}

async function openContender({ contender, events, copyOf }: Asked['open']): Promise<Served> {
  switch (contender) {
    case FLOOR:
      floor = openFloor()
      return floor
    case BY_HAND:
      return openByHand(events, keep)
    case HONO:
      if (copyOf === undefined) throw new Error('there is nothing to copy')
      return openHono(events, copyOf, keep)
    case SAME_ROWS:
      return openSameRowsServer(events, keep)
    default:
      return openLibrary(contender, events, keep)
  }
}

async function open(asked: Asked['open']): Promise<Opened> {
  const began = performance.now()
  const opened = await openContender(asked)
  served = opened
  const filled = (performance.now() - began) / 1000
  const { version, listener, file, ask, bytes } = opened
  const listening = createServer((req, res) => {
    requests++
    listener(req, res)
  })
  server = listening
  // A server that works for longer than that without a pause finds connections idle whose next request it has not read.
  listening.keepAliveTimeout = KEEP_ALIVE
  await new Promise<void>((resolve, reject) => {
    listening.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const canAskInProcess = ask !== undefined
  return { port: address.port, version, file, canAskInProcess, filled, bytes: await bytes() }
}

async function learn({ port, file, written }: Asked['learn']): Promise<true> {
  if (floor === undefined) throw new Error('only the floor learns')
  await floor.learn(port, file, written)
  return true
}

function begin(): true {
  requests = 0
  cpuBefore = process.cpuUsage()
  return true
}

const counted = (requests: number): Counted => {
  const { user, system } = process.cpuUsage(cpuBefore)
  return { requests, cpu: user + system }
}

/** What is under way when the clients leave is work too. */
async function end(): Promise<Counted> {
  while ((await openConnections()) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK))
  return counted(requests)
}

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    if (server === undefined) return resolve(0)
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

let file = ''
let questions: readonly Question[] = []

async function inProcess(asked: Asked['in process']): Promise<Counted> {
  const ask = served?.ask
  if (ask === undefined) throw new Error('it has no other way than the socket')
  if (file !== asked.file) {
    file = asked.file
    questions = readFileSync(file, 'utf8').split('\n').map(fromLine)
  }
  cpuBefore = process.cpuUsage()
  const enough = performance.now() + asked.milliseconds
  let done = 0
  for (; performance.now() < enough; done++) {
    const question = questions[(asked.from + done) % questions.length]
    if (question === undefined) throw new Error(`${file} is empty`)
    const { body } = question
    await ask(body === '' ? question : { ...question, body: withSerial(body, asked.serial + done) })
  }
  return counted(done)
}

/** Requests and their signals are held by finalizers, which let go of them one collection later, or two. */
async function memory(): Promise<Memory> {
  file = ''
  questions = []
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, resident: rss }
}

/** Even while it is being filled. */
async function close(): Promise<void> {
  server?.close()
  server?.closeAllConnections()
  await drop?.()
}

function answerTo(message: Message): Promise<Answers[keyof Answers]> | Answers[keyof Answers] {
  switch (message.what) {
    case 'open':
      return open(message.about)
    case 'learn':
      return learn(message.about)
    case 'begin':
      return begin()
    case 'count':
      return requests
    case 'end':
      return end()
    case 'in process':
      return inProcess(message.about)
    case 'memory':
      return memory()
  }
}

async function handle(message: Message): Promise<void> {
  let reply: Reply
  try {
    reply = { answer: await answerTo(message) }
  } catch (error) {
    reply = { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  if (process.connected) process.send?.(reply)
}

process.on('message', (message: Message) => void handle(message))
// The bench has gone, or has closed it: nothing is left behind.
process.once('disconnect', () => void close().finally(() => process.exit(0)))
// A Ctrl-C in the terminal comes to all; the bench says what is to be done then.
process.on('SIGINT', () => {})
