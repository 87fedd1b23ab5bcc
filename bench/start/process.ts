/*
 * One fresh process of `bench/start.ts`. It does what its argument says and prints the CPU time that it had used when
 * it began and after each step, in milliseconds.
 */
import type { Server } from 'node:http'

/** What the first request is. */
export type Asking = 'list' | 'missing' | 'create'

/** Files of the library as built; one file may be all of them. */
export interface Built {
  readonly index: string
  readonly memory: string
  readonly node: string
}

export type Task =
  /** `fetch`: the first use of what Fetch is on Node. `http`: a server's first answer, with nothing behind it. */
  | { readonly does: 'nothing' | 'fetch' | 'http' }
  | {
      readonly does: 'answer'
      readonly built: Built
      readonly asking: Asking
      /** Behind `node:http` instead of by `api.fetch`. */
      readonly serves?: true
      readonly timezone?: string
    }

/** Milliseconds of CPU time at the start, and after the import, `createEventsApi` and the first answer. */
export type Marks = readonly [started: number, imported: number, created: number, answered: number]

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const URL_OF_EVENTS = 'http://localhost/vendor/events/v1/events'
const NEW_EVENT = {
  title: 'Open studio',
  start_date: '2027-05-10 19:00:00',
  end_date: '2027-05-10 22:00:00',
  venue: { venue: 'Hall 3' },
}

function requestFor(asking: Asking): Request {
  if (asking === 'list') return new Request(URL_OF_EVENTS)
  if (asking === 'missing') return new Request(`${URL_OF_EVENTS}/1`)
  return new Request(URL_OF_EVENTS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(NEW_EVENT),
  })
}

const STATUS: Readonly<Record<Asking, number>> = { list: 200, missing: 404, create: 201 }

async function useFetch(): Promise<void> {
  const request = new Request(URL_OF_EVENTS)
  const headers = new Headers({ 'content-type': 'application/json' })
  await new Response(new URL(request.url).pathname, { headers }).text()
}

/** Asks a server for the list over a socket, and lets both end. */
async function askServer(server: Server): Promise<number> {
  const { get } = await import('node:http')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const { pathname } = new URL(URL_OF_EVENTS)
  const status = await new Promise<number>((resolve, reject) => {
    get({ port: address.port, host: '127.0.0.1', path: pathname, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
  server.close()
  return status
}

async function answer({
  built,
  asking,
  serves,
  timezone,
}: Extract<Task, { does: 'answer' }>): Promise<Marks> {
  const started = cpu()
  const { createEventsApi }: typeof import('../../src/index.ts') = await import(built.index)
  const { memoryStorage }: typeof import('../../src/storage/memory.ts') = await import(built.memory)
  const imported = cpu()
  const api = createEventsApi(memoryStorage(), {
    authenticate: () => ({ id: 1, role: 'editor' }),
    ...(timezone === undefined ? {} : { timezone }),
  })
  const created = cpu()
  let status: number
  if (serves) {
    const { createServer } = await import('node:http')
    const { toNodeListener }: typeof import('../../adapters/node.ts') = await import(built.node)
    status = await askServer(createServer(toNodeListener(api)))
  } else {
    const response = await api.fetch(requestFor(asking))
    await response.text()
    status = response.status
  }
  if (status !== STATUS[asking]) throw new Error(`${asking}: ${status}`)
  return [started, imported, created, cpu()]
}

async function marksOf(task: Task): Promise<Marks> {
  if (task.does === 'answer') return answer(task)
  const started = cpu()
  if (task.does === 'fetch') await useFetch()
  if (task.does === 'http') {
    const { createServer } = await import('node:http')
    await askServer(createServer((_request, response) => response.end('{}')))
  }
  return [started, started, started, cpu()]
}

const task: Task = JSON.parse(process.argv[2] ?? '')
console.log(JSON.stringify(await marksOf(task)))
