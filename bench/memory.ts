/*
 * What the memory storage costs at size: `npx tsx bench/memory.ts [count]`, 1,000,000 events by default.
 * It starts itself anew with a heap of 4 GB and prints loading time, memory, and CPU time per operation.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Change, Condition, Filter, KeysOf } from '../src/storage/contract.ts'
import { memoryStorage } from '../src/storage/memory.ts'

const HEAP_MB = 4096
const BATCH = 1000
const DAY = 86_400
const YEARS = 10

if (process.env.BENCH_CHILD === undefined) {
  const child = spawnSync(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      '--expose-gc',
      '--import',
      'tsx',
      fileURLToPath(import.meta.url),
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', env: { ...process.env, BENCH_CHILD: '1' } },
  )
  process.exit(child.status ?? 1)
}

const count = Number(process.argv[2] ?? 1_000_000)

/** Uniform and repeatable: the same calendar on every run. */
let state = 42
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}

const text = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
const letters = (length: number) => {
  let word = ''
  while (word.length < length) word += `${random(2 ** 31).toString(36)} `
  return word.slice(0, length)
}
/** As it would come from a request: not stitched together from parts that stay in memory. */
const flat = (word: string): string => JSON.parse(JSON.stringify(word))
/** Few hold most, as in calendars: the square of a uniform choice. */
const skewed = (below: number) => 1 + Math.floor((random(1_000_000) / 1_000_000) ** 2 * below)

const now = Math.floor(Date.now() / 1000 / DAY) * DAY
const oldest = now - (YEARS - 2) * 365 * DAY
// Nine in ten last hours, one in twelve days, the rest months.
const duration = () => {
  const kind = random(100)
  return kind < 90 ? 1800 * (1 + random(10)) : kind < 98 ? DAY * (1 + random(7)) : 30 * DAY * (1 + random(6))
}

function keysOf(id: number): KeysOf<'event'> {
  const start = oldest + random(YEARS * 365 * 48) * 1800
  const status =
    random(100) < 94 ? 'publish' : (['draft', 'pending', 'private', 'trash'][random(4)] ?? 'draft')
  const author = 1 + random(200)
  const slug = flat(`${letters(12).replaceAll(' ', '-')}-${id}`)
  const isPublic = status === 'publish'
  return {
    slug,
    unique_slug: slug,
    status,
    author,
    reader: isPublic ? 0 : author,
    date: text(start - random(200 * DAY)),
    full_reader: isPublic ? (random(50) === 0 ? -author : 0) : author,
    hidden: random(50) === 0,
    featured: random(50) === 0,
    ticketed: random(5) === 0,
    start: text(start),
    end: text(start + duration()),
    utc_start: text(start - 3600 * random(3)),
    parent: 0,
    category: [...new Set(Array.from({ length: 1 + random(2) }, () => skewed(60)))],
    tag: [...new Set([skewed(5000), skewed(5000)])],
    venue: [skewed(20_000)],
    organizer: [skewed(20_000)],
  }
}

const storage = memoryStorage()
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

async function load(): Promise<void> {
  let inside = 0
  const began = performance.now()
  for (let first = 1; first <= count; first += BATCH) {
    const changes: Change[] = []
    for (let id = first; id < first + BATCH && id <= count; id++) {
      const content = {
        keys: keysOf(id),
        text: [flat(letters(40)), flat(letters(260))],
        data: JSON.stringify(letters(1200)),
      }
      changes.push({ do: 'put', kind: 'event', id, expect: 0, content })
    }
    const before = performance.now()
    const { conflict } = await storage.commit(changes)
    inside += performance.now() - before
    if (conflict !== null) throw new Error(conflict)
  }
  const all = performance.now() - began
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  console.log(`${count} events in commits of ${BATCH}`)
  console.log(
    `load    ${(inside / 1000).toFixed(1)} s inside commit, ${(all / 1000).toFixed(1)} s with making the events`,
  )
  console.log(`memory  ${megabytes(heapUsed)} heap after GC, ${megabytes(rss)} resident`)
}

async function measure(name: string, run: () => Promise<string | number>): Promise<void> {
  const note = await run()
  // Enough for the compiler to be done with it.
  const started = cpu()
  for (let round = 0; round < 100 && cpu() - started < 1000; round++) await run()
  const rounds = Math.max(3, Math.min(1000, Math.floor(50_000 / (cpu() - started))))
  const began = cpu()
  for (let round = 0; round < rounds; round++) await run()
  console.log(`${((cpu() - began) / rounds).toFixed(3).padStart(9)} ms  ${name}  (${note})`)
}

type Where = Condition<'event'>[]
const open: Where = [
  { key: 'status', in: ['publish'] },
  { key: 'reader', in: [0] },
  { key: 'hidden', in: [false] },
]
const window: Where = [
  { key: 'start', gte: text(now - DAY) },
  { key: 'end', lte: text(now + 2 * 365 * DAY) },
]
const listed: Where = [...open, ...window]

/** A page and its total, as every list of the interface asks for them. */
const list =
  (where: Where, more: { limit?: number; offset?: number; words?: readonly string[] } = {}) =>
  async () => {
    const text = { all: more.words ?? [], none: [], oneField: false }
    const filter: Filter<'event'> = { where, text }
    const [found, total] = await Promise.all([
      storage.find('event', { ...filter, order: 'start', limit: more.limit ?? 50, offset: more.offset ?? 0 }),
      storage.count('event', filter),
    ])
    return `${found.length} of ${total}`
  }

await load()
console.log('\nCPU time, find of 50 and count where a list is named:')
await measure('default list', list(listed))
await measure('default list, page of 10', list(listed, { limit: 10 }))
await measure('default list, offset 100,000', list(listed, { offset: 100_000 }))
await measure(
  'list of an author',
  list([
    { key: 'status', in: ['publish', 'future', 'draft', 'pending', 'private'] },
    { key: 'reader', in: [0, 7] },
    { key: 'hidden', in: [false] },
    ...window,
  ]),
)
await measure(
  'list of an editor',
  list([
    { key: 'status', in: ['publish', 'future', 'draft', 'pending', 'private'] },
    { key: 'hidden', in: [false] },
    ...window,
  ]),
)
await measure(
  'one day',
  list([...open, { key: 'start', gte: text(now) }, { key: 'end', lte: text(now + DAY) }]),
)
await measure(
  'under way today',
  list([...open, { key: 'start', lt: text(now + DAY) }, { key: 'end', gt: text(now) }]),
)
await measure('a large category', list([...listed, { key: 'category', in: [1] }]))
await measure(
  'a large category, offset 5,000',
  list([...listed, { key: 'category', in: [1] }], { offset: 5000 }),
)
await measure('three categories', list([...listed, { key: 'category', in: [40, 50, 60] }]))
await measure('a tag', list([...listed, { key: 'tag', in: [2500] }]))
await measure('a venue', list([...listed, { key: 'venue', in: [10_000] }]))
await measure(
  'a category and an organizer',
  list([...listed, { key: 'category', in: [1] }, { key: 'organizer', in: [5] }]),
)
await measure('featured', list([...listed, { key: 'featured', in: [true] }]))
await measure('by full reader', list([...listed, { key: 'full_reader', in: [0] }]))
await measure('search for a word', list(listed, { words: ['qz7'] }))
await measure('200 ids by publication', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => 1 + index * Math.floor(count / 200))
  const where: Where = [...open, { key: 'id', in: ids }]
  return (await storage.find('event', { where, order: 'published', limit: 50 })).length
})
const [sample] = await storage.get('event', [Math.ceil(count / 2)])
await measure('by slug', async () => {
  const where: Where = [{ key: 'unique_slug', in: [sample?.keys.slug ?? ''] }]
  return (await storage.find('event', { where, order: 'id', limit: 1 })).length
})
await measure('tally of categories by status', async () => {
  return (await storage.tally('category', { where: [{ key: 'status', in: ['publish'] }] })).size
})
await measure('tally of venues with upcoming events', async () => {
  const where: Where = [
    { key: 'status', notIn: ['trash'] },
    { key: 'utc_start', gt: text(now) },
  ]
  return (await storage.tally('venue', { where })).size
})
let version = sample?.version ?? 0
await measure('put of an existing event', async () => {
  const id = sample?.id ?? 1
  const content = { keys: keysOf(id), text: ['a'], data: '{}' }
  await storage.commit([{ do: 'put', kind: 'event', id, expect: version++, content }])
  return version
})
