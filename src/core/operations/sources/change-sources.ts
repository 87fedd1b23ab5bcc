import { ApiError } from '../../../errors.ts'
import type { Change, Storage } from '../../../storage/contract.ts'
import type { SourceWindow } from '../../../types/index.ts'
import { createHostRule } from '../../domain/public-host.ts'
import {
  LOOK_AGAIN,
  NEW_STATE,
  type SourceRecord,
  type SourceSettings,
  sourceContent,
} from '../../domain/records/sources.ts'
import { resolveZone } from '../../domain/time/zones.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { SourceCreation, SourceFields, SourceListFields, SourceRemoval } from '../../schema/sources.ts'
import { putNote, readNotes } from '../journal/extras.ts'
import { contextFor } from '../reading/context-for.ts'
import { pageOf, readPage } from '../reading/pages.ts'
import { demandVersion } from '../writing/change-checks.ts'
import { allSources, findSource } from './find-source.ts'
import { missingOf } from './named-here.ts'
import { previewOf } from './pull-now.ts'
import { READERS } from './read-feed.ts'
import { completeRemoval } from './remove-source.ts'
import { bareUrl, shownSource } from './show-source.ts'
import { writerOf } from './source-writes.ts'
import { timeLimit } from './time-limit.ts'

/* Sources as editors set them up. */

const MOST_ATTEMPTS = 24
/** Milliseconds of a deletion; `api.pull` does the rest. */
const LONGEST_REMOVAL = 10_000
/** Raised with each new address, so that of two requests with one address, one sees the other. */
const ADDRESSES = '.sources'

/** The ID of one that is only looked at: no sequence gives it. */
const NO_SOURCE = Number.MAX_SAFE_INTEGER

const DEFAULTS: Omit<SourceSettings, 'url' | 'author'> = {
  ...{ format: 'ics', every: 60, paused: false, status: 'pending', categories: [], tags: [], map: {} },
  ...{ only: { words: [], categories: [] }, venue: null, timezone: null, keep_gone: false },
  copy_images: false,
  window: { past_days: 30, future_days: 730 },
}

export async function showSources(
  context: RequestContext,
  fields: SourceListFields,
): Promise<Answer<string>> {
  const { site, problems } = context
  problems.throwIfAny()
  const range = readPage(fields, site)
  const all = (await allSources(site.storage)).filter(({ going }) => going === undefined)
  const records = all.slice(range.offset, range.offset + range.perPage)
  const { total, total_pages } = pageOf(range, records, all.length, [])
  const sources = await Promise.all(records.map((record) => shownSource(site.storage, record)))
  return {
    status: 200,
    content: JSON.stringify({ sources, total, total_pages }),
    totals: { total, total_pages },
  }
}

export async function readOneSource(context: RequestContext): Promise<Answer<string>> {
  context.problems.throwIfAny()
  return single(context.site.storage, await findSource(context))
}

async function single(
  storage: Storage,
  record: SourceRecord,
  status: 200 | 201 = 200,
): Promise<Answer<string>> {
  const content = JSON.stringify(await shownSource(storage, record))
  return { status, content, id: record.id, version: record.version }
}

export async function addSource(
  context: RequestContext,
  { dry_run: isDry, ...fields }: SourceFields & SourceCreation,
): Promise<Answer<string>> {
  const { site, caller, clock } = context
  await check(context, fields)
  const { storage } = site
  const [id] = isDry ? [NO_SOURCE] : await storage.allocate('post', 1)
  if (id === undefined) throw new TypeError('the storage allocated no ID')
  const record: SourceRecord = {
    ...{ id, version: 0, ...DEFAULTS, ...NEW_STATE },
    ...settingsIn(fields, { ...DEFAULTS, url: '', author: caller?.id ?? 0 }),
    next_run: clock.moment.getTime(),
  }
  if (isDry) {
    await newAddress(storage, record)
    return previewOf(context, record)
  }
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const guard = await newAddress(storage, record)
    const { conflict } = await storage.commit([put(record), guard])
    if (conflict === null) {
      const answer = await single(storage, { ...record, version: 1 }, 201)
      return { ...answer, headers: { location: `${context.links.api}/sources/${id}` } }
    }
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

export async function changeSource(context: RequestContext, fields: SourceFields): Promise<Answer<string>> {
  const { site, clock, client } = context
  const { storage } = site
  const first = await findSource(context)
  await check(context, fields.url === bareUrl(first.url) ? { ...fields, url: undefined } : fields)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const current = await findSource(context)
    demandVersion(current.version, client)
    const settings = settingsIn(fields, current)
    const isMoved = settings.url !== current.url
    const isResumed = current.paused && !settings.paused
    const next: SourceRecord = {
      ...current,
      ...settings,
      ...LOOK_AGAIN,
      ...(isMoved || isResumed || fields.paused === false
        ? { isEnded: false, next_run: clock.moment.getTime() }
        : { next_run: sooner(current, settings) }),
      ...(isMoved ? { failures: 0, failing: null, error: null, enters: null } : {}),
    }
    const isOther = bareUrl(settings.url) !== bareUrl(current.url)
    const changes = isOther ? [put(next), await newAddress(storage, next)] : [put(next)]
    if ((await storage.commit(changes)).conflict === null) {
      return single(storage, { ...next, version: next.version + 1 })
    }
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

/** A shorter `every` counts at once. */
function sooner({ last_run, next_run, every }: SourceRecord, settings: SourceSettings): number | null {
  if (next_run === null || last_run === null || settings.every === every) return next_run
  return last_run + settings.every * 60_000
}

export async function removeSource(
  context: RequestContext,
  { events }: SourceRemoval,
): Promise<Answer<string>> {
  const { site, problems, client, clock } = context
  problems.throwIfAny()
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const current = await findSource(context)
    demandVersion(current.version, client)
    const shown = await single(site.storage, current)
    const going: SourceRecord = { ...current, going: events }
    if ((await site.storage.commit([put(going)])).conflict !== null) continue
    const limit = timeLimit(LONGEST_REMOVAL)
    try {
      const own = contextFor({ ...context, now: clock.moment }, writerOf(current.author))
      await completeRemoval(own, { ...going, version: going.version + 1 }, limit.isOver)
    } finally {
      limit.stop()
    }
    return shown
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

const put = (record: SourceRecord): Change => ({
  ...{ do: 'put', kind: 'extra', id: record.id, expect: record.version, content: sourceContent(record) },
})

/** Throws 409 if another source has the address. */
async function newAddress(storage: Storage, { id, url }: SourceRecord): Promise<Change> {
  const version = (await readNotes(storage, [ADDRESSES])).get(ADDRESSES)?.version ?? 0
  const other = (await allSources(storage)).find((one) => one.id !== id && bareUrl(one.url) === bareUrl(url))
  if (other !== undefined) throw new ApiError('rest_source_exists', { data: { id: other.id } })
  return putNote(ADDRESSES, version, null)
}

/** Throws 400 for what no reading could use. */
async function check({ site, problems }: RequestContext, fields: SourceFields): Promise<void> {
  const { url, timezone, format, copy_images: isCopying } = fields
  if (isCopying && site.options.images === undefined)
    problems.invalid('copy_images', 'needs a calendar that stores images: the option images')
  if (url !== undefined && createHostRule(site.options.sources?.allow).isRefused(new URL(url))) {
    problems.invalid('url', `must not lead to a private network: ${new URL(url).host}`)
  }
  if (timezone && resolveZone(timezone) === undefined) problems.invalid('timezone', 'is not a time zone')
  if (format !== undefined && READERS[format] === undefined)
    problems.invalid('format', `must be ${Object.keys(READERS).join(' or ')}`)
  for (const [name, ids] of Object.entries(await missingOf(site, fields)))
    if (ids.length > 0) problems.invalid(name, `names what is not here: ${ids.join(', ')}`)
  problems.throwIfAny()
}

/** What is absent stays. An address as it is shown keeps its user and password. */
function settingsIn(fields: SourceFields, before: SourceSettings): SourceSettings {
  const { url = before.url } = fields
  return {
    url: before.url !== '' && url === bareUrl(before.url) ? before.url : url,
    format: fields.format ?? before.format,
    every: fields.every ?? before.every,
    paused: fields.paused ?? before.paused,
    status: fields.status ?? before.status,
    categories: fields.categories ?? before.categories,
    tags: fields.tags ?? before.tags,
    map: fields.map ?? before.map,
    only: fields.only ?? before.only,
    venue: fields.venue === undefined ? before.venue : fields.venue,
    timezone: fields.timezone === undefined ? before.timezone : fields.timezone,
    window: windowIn(fields, before.window),
    keep_gone: fields.keep_gone ?? before.keep_gone,
    copy_images: fields.copy_images ?? before.copy_images,
    author: before.author,
  }
}

const windowIn = ({ window }: SourceFields, before: SourceWindow): SourceWindow => ({
  past_days: window?.past_days ?? before.past_days,
  future_days: window?.future_days ?? before.future_days,
})
