import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openByHand } from '../contenders/by-hand.ts'
import { openLibrary } from '../contenders/library.ts'
import type { Served } from '../contenders/served.ts'
import { databaseOf } from '../databases/databases.ts'
import { type Operation, operationsOn } from '../requests/operations.ts'
import type { Question } from '../requests/question.ts'
import { questionsOf } from '../requests/questions.ts'
import { ratioOf, spreadOf } from '../shared/statistics.ts'
import { tableOf } from '../shared/table.ts'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory,sqlite,postgres' },
    events: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '1' },
    profile: { type: 'string', default: '' },
  },
})
const events = Number(values.events)
const rounds = Number(values.rounds)
const requests = Number(values.requests)
const atOnce = Number(values['at-once'])

/** Rounds before those that count. */
const WARM_UP = 8

/** CPU time per request in µs. */
interface Cost {
  readonly own: number
  readonly server: number
}

async function ask({ ask, serverCpu }: Served, questions: readonly Question[]): Promise<Cost> {
  if (ask === undefined) throw new Error('this contender answers over a socket only')
  const next = questions[Symbol.iterator]()
  const serverBefore = (await serverCpu?.()) ?? 0
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const question of next) await ask(question)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  const server = ((await serverCpu?.()) ?? 0) - serverBefore
  return { own: (user + system) / questions.length, server: server / questions.length }
}

async function profile(library: Served, { name }: Operation, questions: readonly Question[]): Promise<void> {
  mkdirSync(values.profile, { recursive: true })
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  for (let round = 0; round < WARM_UP; round++) await ask(library, questions)
  await session.post('Profiler.start')
  for (let round = 0; round < rounds; round++) await ask(library, questions)
  const found = await session.post('Profiler.stop')
  session.disconnect()
  const file = join(values.profile, `${name.replace(/\W+/g, '-')}.cpuprofile`)
  writeFileSync(file, JSON.stringify(found.profile))
  console.log(`${file}: ${rounds * questions.length} requests`)
}

async function compare(contenders: readonly Served[], questions: readonly Question[]): Promise<string[]> {
  const found = contenders.map((): Cost[] => [])
  // The first rounds warm up.
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const cost = await ask(contender, questions)
      if (round >= 0) found[index]?.push(cost)
    }
  }
  const [library = [], byHand = []] = found
  const median = (costs: readonly Cost[], of: (cost: Cost) => number) => spreadOf(costs.map(of))?.median ?? 0
  const shown = (costs: readonly Cost[]): string => {
    const [own, server] = [median(costs, (cost) => cost.own), median(costs, (cost) => cost.server)]
    if (costs.length === 0) return '–'
    return server === 0 ? own.toFixed(0) : `${own.toFixed(0)} + ${server.toFixed(0)}`
  }
  const ratio = (of: (cost: Cost) => number) =>
    ratioOf(byHand.map(of), library.map(of))?.median.toFixed(2) ?? '–'
  return [shown(library), shown(byHand), ratio((cost) => cost.own), ratio((cost) => cost.own + cost.server)]
}

async function measure(database: string): Promise<void> {
  const drops: (() => Promise<void>)[] = []
  try {
    const contenders = [await openLibrary(database, events, { cache: 0 }, (drop) => drops.push(drop))]
    if (databaseOf(database).openByHand !== undefined && values.profile === '') {
      contenders.push(await openByHand(database, events, (drop) => drops.push(drop)))
    }
    const rows: string[][] = []
    for (const operation of operationsOn(events)) {
      if (operation.status !== 200 || operation.does !== 'read' || !operation.name.includes(values.only))
        continue
      const questions = questionsOf(operation, 0, requests)
      const [library] = contenders
      if (values.profile !== '' && library !== undefined) await profile(library, operation, questions)
      else rows.push([operation.name, ...(await compare(contenders, questions))])
    }
    const head = [`${database}, µs of CPU`, 'library', 'by hand', 'ratio', 'with the server']
    if (rows.length > 0) console.log(`\n${tableOf(head, rows)}`)
  } finally {
    for (const drop of drops) await drop()
  }
}

for (const database of values.storage.split(',')) await measure(database)
