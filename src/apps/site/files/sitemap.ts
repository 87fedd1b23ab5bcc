import { addDays } from '../days.ts'
import { html } from '../html.ts'
import type { Made } from '../page-cache.ts'
import { madeOf } from '../respond.ts'
import type { Scene } from '../scene.ts'

/*
 * The sitemap: pages of events to come and of the last year, of terms, venues and organizers.
 */

/** Addresses of one file, by the protocol of sitemaps. */
const LARGEST = 50_000
/** Events of one part, where one file does not hold all. */
const PART = 10_000

interface Entry {
  readonly url: string
  /** UTC, as the API has it. */
  readonly modified?: string
}

const OTHERS = ['venues', 'organizers', 'categories', 'tags'] as const

/** `part`: 0 is the whole, or the index. `undefined`: there is no such part. */
export async function readSitemap(scene: Scene, part: number): Promise<Made | undefined> {
  const since = addDays(scene.today, -366) ?? scene.today
  const window = `strict_dates=1&ends_after=${encodeURIComponent(`${since} 00:00:00`)}`
  const count = async (collection: Collection, query = '') =>
    (await readPage(scene, collection, query, 1, 1))?.total ?? 0
  const [events, ...counts] = await Promise.all([
    count('events', window),
    ...OTHERS.map((collection) => count(collection)),
  ])
  const isWhole = counts.reduce((sum, one) => sum + one, events + 1) <= LARGEST
  // Those of events, and one of all others.
  const parts = Math.ceil(events / PART) + 1
  const others = async () => [
    { url: scene.url({ is: 'events', view: { is: 'list' } }) },
    ...(await Promise.all(OTHERS.map((collection) => readAll(scene, collection, '')))).flat(),
  ]
  if (isWhole)
    return part > 0 ? undefined : fileOf([...(await others()), ...(await readAll(scene, 'events', window))])
  if (part > parts) return undefined
  if (part === parts) return fileOf((await others()).slice(0, LARGEST))
  if (part > 0) {
    const from = Math.floor(((part - 1) * PART) / scene.perPage)
    return fileOf(await readAll(scene, 'events', window, from + 1, Math.ceil(PART / scene.perPage)))
  }
  const names = Array.from({ length: parts }, (_, at) => scene.url({ is: 'sitemap', part: at + 1 }))
  return xml(
    html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${names.map((url) => html`<sitemap><loc>${url}</loc></sitemap>\n`)}</sitemapindex>
`.text,
  )
}

type Collection = 'events' | (typeof OTHERS)[number]

/** Pages that are read for one file. */
const MOST_PAGES = 2000

async function readAll(
  scene: Scene,
  collection: Collection,
  query: string,
  from = 1,
  count = MOST_PAGES,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let page = from; page < from + count; page++) {
    const found = await readPage(scene, collection, query, page, scene.perPage)
    if (found === undefined) break
    entries.push(...found.entries)
    if (page >= found.totalPages) break
  }
  return entries
}

async function readPage(scene: Scene, collection: Collection, query: string, page: number, perPage: number) {
  const isTerm = collection === 'categories' || collection === 'tags'
  const fields = isTerm ? 'url' : `url,modified_utc${collection === 'events' ? ',featured' : ''}`
  const path = `/${collection}?${query}&page=${page}&per_page=${perPage}&_fields=${fields}`
  const response = await scene.calendar.ask(path.replace('?&', '?'))
  const answer: unknown = await response.json()
  if (!response.ok) {
    if (response.status === 404 || response.status === 400) return undefined
    throw Object.assign(new Error(`The sitemap: ${path} is ${response.status}`), { status: response.status })
  }
  const rows = list(member(answer, collection))
  return {
    total: Number(member(answer, 'total')),
    totalPages: Number(member(answer, 'total_pages')),
    entries: rows.flatMap((row): Entry[] => {
      const url = member(row, 'url')
      const modified = member(row, 'modified_utc')
      // `null` behind a password.
      if (typeof url !== 'string' || (collection === 'events' && member(row, 'featured') === null)) return []
      return [typeof modified === 'string' ? { url, modified } : { url }]
    }),
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const fileOf = (entries: readonly Entry[]): Promise<Made> =>
  xml(
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.map(({ url, modified }) => html`<url><loc>${url}</loc>${modified && !modified.startsWith('0000') && html`<lastmod>${modified.replace(' ', 'T')}Z</lastmod>`}</url>\n`)}</urlset>
`.text,
  )

const xml = (text: string): Promise<Made> =>
  madeOf(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  })
