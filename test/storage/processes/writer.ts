import { createInterface } from 'node:readline'
import { createEventsApi, type EventsApi } from 'events-api'
import { exampleEvent, exampleReceipt, put } from 'events-api/testing'
import { isUnavailable } from '../../../src/storage/contract.ts'
import { type Calendar, open } from '../../setup/shared-calendar.ts'

/*
 * One of several processes that write to one calendar: `writer.ts CALENDAR`. It makes the tables ready and says so;
 * then each line it reads is a task, and each line it writes a result.
 */

export type Task =
  /** So many events of one title. */
  | { readonly do: 'create'; readonly title: string; readonly count: number }
  /** Reads the event and writes it on the condition that it is still the same, so many times. */
  | { readonly do: 'update'; readonly id: number; readonly count: number }
  /** Writes so many events, each beside a receipt that all others put as well: of the largest IDs, downwards. */
  | { readonly do: 'once'; readonly count: number }

export interface Result {
  readonly created: readonly { readonly id: number; readonly slug: string }[]
  /** The entity tags under which a write was accepted; the IDs of receipts that were. */
  readonly won: readonly string[]
  /** Writes that were refused because another came first. */
  readonly lost: number
  /** Answers that said to come back, which it did. */
  readonly unavailable: number
}

/** How often it comes back for the same. */
const PATIENCE = 100

const given: Calendar = JSON.parse(process.argv[2] ?? '')
const { storage, close } = open(given)
const api: EventsApi = createEventsApi(storage, {
  authenticate: () => ({ id: 1, role: 'administrator' }),
  onError: (error) => {
    if (!(error instanceof Error) || error.name !== 'StorageUnavailable') console.error(error)
  },
})
await api.migrate()
let unavailable = 0

console.log('"ready"')
for await (const line of createInterface({ input: process.stdin })) {
  const task: Task = JSON.parse(line)
  unavailable = 0
  console.log(JSON.stringify({ ...(await run(task)), unavailable }))
}
await close()

function run(task: Task): Promise<Omit<Result, 'unavailable'>> {
  switch (task.do) {
    case 'create':
      return create(task)
    case 'update':
      return update(task)
    case 'once':
      return once(task)
  }
}

async function create({
  title,
  count,
}: Extract<Task, { do: 'create' }>): Promise<Omit<Result, 'unavailable'>> {
  const created: { id: number; slug: string }[] = []
  for (let left = count; left > 0; left--) {
    const body = { title, start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }
    const { status, json } = await send('POST', '/events', body)
    if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(json)}`)
    created.push({ id: json.id, slug: json.slug })
  }
  return { created, won: [], lost: 0 }
}

async function update({ id, count }: Extract<Task, { do: 'update' }>): Promise<Omit<Result, 'unavailable'>> {
  const won: string[] = []
  let lost = 0
  for (let round = 0; round < count; round++) {
    const { etag } = await send('GET', `/events/${id}`)
    const { status, json } = await send(
      'PUT',
      `/events/${id}`,
      { title: `${process.pid} ${round}` },
      { 'if-match': etag },
    )
    if (status === 200) won.push(etag)
    else if (status === 412) lost++
    else throw new Error(`update answered ${status}: ${JSON.stringify(json)}`)
  }
  return { created: [], won, lost }
}

async function once({ count }: Extract<Task, { do: 'once' }>): Promise<Omit<Result, 'unavailable'>> {
  const won: string[] = []
  let lost = 0
  for (let round = 0; round < count; round++) {
    const receipt = Number.MAX_SAFE_INTEGER - round
    const [id = 0] = await patiently(() => storage.allocate('post', 1))
    const result = await patiently(() =>
      storage.commit([
        put('event', id, exampleEvent(id, { tag: [7], status: 'draft' })),
        put('receipt', receipt, exampleReceipt(receipt, { data: String(id) })),
      ]),
    )
    if (result.conflict === null) won.push(String(receipt))
    else if (result.conflict === 'exists' && result.kind === 'receipt') lost++
    else throw new Error(`the commit was answered ${JSON.stringify(result)}`)
  }
  return { created: [], won, lost }
}

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isUnavailable(error) || attempt === PATIENCE) throw error
      unavailable++
    }
  }
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const request = new Request(`http://localhost/vendor/events/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await api.fetch(request)
    const json: { id: number; slug: string } = await response.json()
    if (response.status !== 503)
      return { status: response.status, json, etag: response.headers.get('etag') ?? '' }
    unavailable++
  }
  throw new Error(`${method} ${path}: unavailable ${PATIENCE} times`)
}
