import { createEventsApi } from 'kalends'
import {
  type CompareReport,
  compareSite,
  type ImportOptions,
  type ImportReport,
  importSite,
  type MoveImage,
} from 'kalends/move'
import type { Database } from './database.ts'
import type { ImageFolder } from './images.ts'
import { type Terminal, table } from './terminal.ts'
import { Differs, NotBrought } from './usage.ts'

/** Where the old site answers: clients go on if the calendar is served under the same path. */
const NAMESPACE = 'tribe/events/v1'

export interface OldSiteOptions extends Pick<ImportOptions, 'url' | 'user' | 'password' | 'prune'> {
  readonly compare: boolean | undefined
  /** Opens the folder that images are copied into. */
  readonly images: (() => Promise<ImageFolder>) | undefined
}

export async function importOldSite(
  options: OldSiteOptions,
  open: () => Promise<Database>,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { compare, images, ...asked } = options
  // Nothing is made here before the site has answered.
  const opening = once(async () => ({ database: await open(), folder: await images?.() }))
  const move: MoveImage = async (image, read) => (await opening()).folder?.move(image, read) ?? image
  const site = { ...asked, images: images && move }
  const bars = new Map<string, (done: number, total: number) => void>()
  const show = (label: string, done: number, total: number) => {
    const bar = bars.get(label) ?? terminal.progress(label)
    bars.set(label, bar)
    bar(Math.min(done, total), total)
  }
  const report = await importSite(async () => (await opening()).database.storage, {
    ...site,
    signal,
    onProgress: ({ kind, done, total }) => show(NAMES[kind], done, total),
  })
  const { database } = await opening()
  const comparison = compare
    ? await compareSite(apiLike(report, database), {
        ...site,
        signal,
        onProgress: ({ collection, done, total }) => show(`comparing ${collection}`, done, total),
      })
    : undefined
  const result = { source: site.url, database: database.name, ...report }
  terminal.report(comparison === undefined ? result : { ...result, comparison }, () => [
    ...importInWords(report, database, site.prune === true),
    ...(comparison === undefined ? [] : comparisonInWords(comparison)),
    ...nextSteps(report, database),
  ])
  if (comparison !== undefined && comparison.unexplained > 0) throw new Differs()
  if (KINDS.some((kind) => report.kinds[kind].skipped > 0 || !report.kinds[kind].complete))
    throw new NotBrought()
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}

/** The calendar as it is to be served in the place of the old one. */
function apiLike({ site }: ImportReport, { storage }: Database) {
  const { origin, pathname } = new URL(site.url)
  const basePath = `${pathname.replace(/\/$/, '')}/wp-json`
  return createEventsApi(storage, {
    baseUrl: origin,
    basePath,
    namespace: NAMESPACE,
    timezone: site.timezone,
  })
}

// —— In words —————————————————————————————————————————————————————————————————————————————————————————————————

const NAMES = {
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
} as const

const KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const

const REASONS = {
  password: 'need a password that this user cannot see, and were not brought',
  status: 'have a status of WordPress alone, and were not brought',
  'id taken':
    'were not brought: this calendar has another record with the ID, made here or by another import',
  'odd id': 'have an ID that is no positive whole number below 10^12, and were not brought',
  'not shown': 'are named by the site and not shown, and were not brought',
  'slug taken': 'have another slug here, because another record has theirs',
  image: 'keep their image on the old site, because it could not be fetched',
  'too long': 'had a text or a list that was too long, and was cut',
  mended: 'have a value that cannot be, which is another one here',
  shortcode: 'have a shortcode in a text, which the site does not follow either',
  'changed on both sides': 'were changed here and there: the change there counts',
} as const satisfies Record<ImportReport['notes'][number]['reason'], string>

function importInWords(
  { site, kinds, notes, unseen, ids }: ImportReport,
  database: Database,
  prune: boolean,
): string[] {
  const rows = KINDS.map((kind) => {
    const { read, created, updated, unchanged, skipped, gone } = kinds[kind]
    return [NAMES[kind], read, created, updated, unchanged, skipped, gone.length]
  })
  const incomplete = KINDS.filter((kind) => !kinds[kind].complete)
  return [
    `${database.name} has the calendar of ${site.name === '' ? site.url : `${site.name}, ${site.url}`} (${site.timezone}).`,
    '',
    ...table(['', 'read', 'created', 'updated', 'unchanged', 'not brought', 'gone'], rows),
    '',
    ...notesInWords(notes),
    ...KINDS.flatMap((kind) => goneInWords(NAMES[kind], kinds[kind].gone, prune)),
    unseenInWords(unseen),
    ...incomplete.map((kind) => {
      const { missing } = kinds[kind]
      const what = missing > 0 ? `${missing} of its ${NAMES[kind]}` : `as many ${NAMES[kind]} as it counts`
      return `The site did not show ${what}. Run this again later.`
    }),
    ...idsInWords(ids),
  ]
}

function idsInWords({ post, term }: ImportReport['ids']): string[] {
  const near = [
    ...(post.isNear ? [`events, venues and organizers have reached the ID ${post.reached}`] : []),
    ...(term.isNear ? [`categories and tags have reached the ID ${term.reached}`] : []),
  ]
  return [
    `New records get IDs from ${post.boundary} on, and new categories and tags from ${term.boundary} on.`,
    ...near.map((what) => `Warning: on the old site, ${what}. Switch before both give the same IDs.`),
  ]
}

const UNSEEN = {
  drafts: 'drafts and other unpublished records',
  private: 'private records',
  hidden: 'events that lists hide',
  passwords: 'events with a password',
  unlisted: 'events that no list of the plugin shows',
} as const satisfies Record<keyof ImportReport['unseen'], string>

function unseenInWords(unseen: ImportReport['unseen']): string {
  const parts = Object.entries(UNSEEN).flatMap(([what, words]) => {
    const count = new Map<string, number | null>(Object.entries(unseen)).get(what)
    return count === 0 || count === undefined ? [] : [`${words}: ${count ?? 'unknown how many'}`]
  })
  if (parts.length === 0) return 'Nothing was hidden from this user.'
  const { unlisted: _, ...ofRights } = unseen
  const isMore = Object.values(ofRights).some((count) => count !== 0)
  return `Not seen: ${parts.join('; ')}.${isMore ? ' An administrator (--user) sees more.' : ''}`
}

function notesInWords(notes: ImportReport['notes']): string[] {
  return Object.entries(REASONS).flatMap(([reason, words]) => {
    const found = notes.filter((note) => note.reason === reason)
    if (found.length === 0) return []
    const shown = found.map(({ kind, id, detail }) => `${kind} ${id}${detail ? ` (${detail})` : ''}`)
    return [`${found.length} ${words}: ${shortened(shown)}.`]
  })
}

function goneInWords(name: string, gone: readonly number[], prune: boolean): string[] {
  if (gone.length === 0) return []
  const where = prune
    ? /^(categories|tags)$/.test(name)
      ? 'removed'
      : 'in the trash now'
    : 'still here, see --prune'
  return [`Gone on the old site: ${gone.length} ${name}, ${where}: ${shortened(gone.map(String))}.`]
}

const shortened = (all: readonly string[]): string =>
  all.length > 10 ? `${all.slice(0, 10).join(', ')} … (all with --json)` : all.join(', ')

function comparisonInWords({ values, equal, explained, unexplained, differences }: CompareReport): string[] {
  const reasons = Object.entries(explained).filter(([, count]) => count > 0)
  const share = values === 0 ? 100 : (1 - unexplained / values) * 100
  // Rounded down: one that is left does not look like all.
  const percent = (Math.floor(share * 1000) / 1000).toFixed(3)
  return [
    '',
    `Compared ${values} values: ${percent} % are equal or explained.`,
    ...table(
      ['', 'values'],
      [
        ['equal', equal],
        ...reasons.map(([reason, count]) => [reason, count]),
        ['not explained', unexplained],
      ],
    ),
    ...differences.map(
      ({ path, field, old, ours }) =>
        `  ${path} ${field}: ${JSON.stringify(old)} there, ${JSON.stringify(ours)} here`,
    ),
    ...(unexplained > differences.length ? [`  … and ${unexplained - differences.length} more`] : []),
  ]
}

function nextSteps({ site }: ImportReport, database: Database): string[] {
  if (database.kind === 'memory') return ['', 'Nothing is kept: name a --database.']
  const path = `${new URL(site.url).pathname.replace(/\/$/, '')}/wp-json`
  return [
    '',
    'To serve it under the same paths:',
    `  npx kalends serve ${database.words} --base-path ${path} --namespace ${NAMESPACE} --timezone ${site.timezone}`,
  ]
}
