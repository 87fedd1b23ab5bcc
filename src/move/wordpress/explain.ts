import { decodeReferences } from '../../core/domain/html/entities.ts'
import { type Cost, presentCost } from '../../core/domain/records/cost.ts'
import { numbered } from '../../core/domain/text/slug.ts'
import { EVENT_OUTSIDE } from '../../core/fields/event-outside.ts'
import { ORGANIZER_OUTSIDE } from '../../core/fields/organizer-outside.ts'
import type { Outside } from '../../core/fields/outside.ts'
import { VENUE_OUTSIDE } from '../../core/fields/venue-outside.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import { type Found, nameOf, type Owner } from './compare-answers.ts'
import type { DifferenceReason } from './compare-report.ts'
import { type Expectations, type Expected, textIn } from './expected.ts'
import { withoutShortcodes } from './old-shortcodes.ts'
import { slugFrom } from './old-texts.ts'
import { isSameHtml, isSameLine } from './same-text.ts'

/*
 * Why two values differ, if the move was right. What the import makes of a value is no reason alone: beside it, the words
 * and the digits have to be those that the old site shows, or those that were written there.
 */

export interface Bases {
  /** Addresses of the old interface and of ours. */
  readonly old: string
  readonly ours: string
  /** Address of the old site, which may be at another host. */
  readonly home: string
}

/** What is asked beside the two answers. */
export interface Explaining {
  readonly expectations: Expectations
  readonly bases: Bases
  /** Whether another record of this calendar has a slug. */
  readonly isTaken: (owner: Owner, slug: string) => Promise<boolean>
  /** Whether the answer is that of an event alone, which says more. */
  readonly isAlone: boolean
  /** The old site hides fields of the record. */
  readonly isProtected: boolean
}

type Reason = DifferenceReason | undefined

export async function explain(found: Found, by: Explaining): Promise<Reason> {
  const { owner, inOwner, old, ours } = found
  const name = nameOf(inOwner)
  if (by.isProtected && (old === undefined || isNone(old) || isEmpty(old))) return 'rights'
  if (owner === undefined) return undefined
  const [field = ''] = inOwner.split('.')
  if (field === 'json_ld') return 'json_ld'
  if (inOwner.split('.').includes('_links')) return 'add-on'
  // Our answers leave out what few records have.
  if (ours === undefined && (isNone(old) || isEmpty(old))) return RARE.has(name) ? 'add-on' : 'form'
  // A linked record that is not published.
  if (isRow(old) && ours === undefined && 'status' in old && old.status !== 'publish') return 'rights'
  if (old === undefined) return added(found, owner, by)
  // Nothing of a text may be left when it is clean.
  if (ours === undefined && TEXTS.has(inOwner)) return html({ ...found, ours: '' }, owner, by)
  if (ours === undefined) return isKnown(inOwner) ? undefined : 'add-on'
  if (name === 'count') return 'term count'
  if (name === 'currency_code') return 'currency'
  if (field === 'cost' || field === 'cost_details') return cost(found, owner, by)
  if (field === 'slug') return slug(found, owner, by)
  if (isSameForm(old, ours)) return 'form'
  if (field === 'website' && old === '') return ours === owner.ours.url ? 'addition' : undefined
  return (await madeOf(found, owner, by)) ?? (isAddress(inOwner) ? address(found, owner, by) : undefined)
}

/** A value that only we have. */
async function added({ inOwner, ours }: Found, owner: Owner, by: Explaining): Promise<Reason> {
  if (!ADDED.has(nameOf(inOwner))) return undefined
  if (owner.collection === 'events' && STANDING.has(inOwner)) {
    if (!by.isAlone) return 'addition'
    return (await by.expectations.standing(owner.old)).get(inOwner) === ours ? 'addition' : undefined
  }
  const isExpected = ({ values }: Expected) => !values.has(inOwner) || (values.get(inOwner) ?? null) === ours
  return (await anyOf(owner, by, isExpected)) === undefined ? undefined : 'addition'
}

/** What the import makes of the record, as all see it or as editors do. */
async function anyOf(
  { collection, old }: Owner,
  { expectations }: Explaining,
  is: (expected: Expected) => boolean,
): Promise<Expected | undefined> {
  const plain = expectations.plain(collection, old)
  if (plain !== undefined && is(plain)) return plain
  const edited = plain && (await expectations.edited(collection, old))
  return edited !== undefined && is(edited) ? edited : undefined
}

// —— Prices ————————————————————————————————————————————————————————————————————————————————————————————————————

async function cost({ inOwner, old, ours }: Found, owner: Owner, by: Explaining): Promise<Reason> {
  const shown = owner.ours.cost
  const details = owner.ours.cost_details
  if (typeof shown !== 'string' || !isRow(details)) return undefined
  const found = await anyOf(owner, by, ({ values, edit }) => {
    const expected = values.get('cost')
    if (expected !== null && !isCost(expected)) return false
    const { cost: text, cost_details } = presentCost(expected, { symbol: '', position: 'prefix' })
    // Amounts without a currency are in that of this calendar.
    const isOurs = expected?.amounts.some(({ symbol }) => symbol === '') === true
    const isText = isOurs ? isSameDigits(text, shown) : text === shown
    const said = [owner.old.cost, ...writtenCosts(edit)].map(String)
    const isSaid = edit === undefined ? isSameCost(owner.old.cost, shown, isOurs) : saysDigits(said, shown)
    return isText && isSaid && isSameDetails(cost_details, details)
  })
  if (found === undefined) return undefined
  if (/^cost_details\.currency_/.test(inOwner)) return 'currency'
  return typeof old === 'string' && isSameLine(old, String(ours)) ? 'rendered text' : 'cost'
}

const isCost = (value: unknown): value is Cost => isRow(value) && Array.isArray(value.amounts)

function isSameDetails(expected: Row | object, ours: Row): boolean {
  return Object.entries(expected).every(
    ([name, value]) => name === 'currency_code' || JSON.stringify(value) === JSON.stringify(ours[name]),
  )
}

/** The digits of each number, whatever separates them. */
const digitsOf = (text: string): string[] =>
  (decodeReferences(text).match(/\d[\d.,’' ]*/g) ?? []).map((number) => number.replace(/\D/g, ''))

/** The word for nothing is in the language of the site. */
const isSameCost = (old: unknown, ours: string, isOurs: boolean): boolean =>
  typeof old === 'string' &&
  (isSameLine(old, ours) || ((isOurs || /^Free\b/.test(ours)) && isSameDigits(old, ours)))

const isSameDigits = (one: string, other: string): boolean => paidIn(one) === paidIn(other)

/** Nothing is shown as a word, by one site or the other. */
const paidIn = (text: string): string =>
  digitsOf(text)
    .filter((digits) => /[1-9]/.test(digits))
    .join()

/** Whether each number of the cost was written or shown. */
function saysDigits(said: readonly string[], shown: string): boolean {
  const known = new Set(said.flatMap(digitsOf))
  return digitsOf(shown).every((digits) => known.has(digits))
}

function writtenCosts(edit: Row | undefined): readonly unknown[] {
  const written = isRow(edit?.meta) ? edit.meta._EventCost : undefined
  return Array.isArray(written) ? written : [written ?? '']
}

// —— Slugs and addresses ———————————————————————————————————————————————————————————————————————————————————————

async function slug({ old, ours }: Found, owner: Owner, by: Explaining): Promise<Reason> {
  const own = slugFrom(old)
  if (ours === own) return 'slug'
  const [, number] = /-(\d+)$/.exec(String(ours)) ?? []
  const isNumbered = number !== undefined && ours === numbered(own, Number(number))
  return isNumbered && (await by.isTaken(owner, own)) ? 'slug' : undefined
}

const isAddress = (inOwner: string): boolean =>
  ADDRESSES.has(nameOf(inOwner)) || /^(?:global_id|urls)/.test(inOwner)

function address({ inOwner, old, ours }: Found, owner: Owner, { bases }: Explaining): Reason {
  if (typeof old !== 'string' || typeof ours !== 'string') return undefined
  const [a, b] = [decodeReferences(old), decodeReferences(ours)]
  if (isSameAddress(a, b, bases)) return 'address'
  const { slug: theirs } = owner.old
  const { slug: mine } = owner.ours
  if (inOwner !== 'url' || typeof theirs !== 'string' || typeof mine !== 'string') return undefined
  return isSameAddress(a.replace(`/${theirs}/`, `/${mine}/`), b, bases) ? 'slug' : undefined
}

/** The same path, each at its own site. Addresses elsewhere are those that somebody wrote. */
function isSameAddress(old: string, ours: string, bases: Bases): boolean {
  const b = ours.replace(bases.ours, bases.old)
  if (old === b) return true
  if (!URL.canParse(old) || !URL.canParse(b)) return /^[^/]+\?id=\d+$/.test(old) && pathOf(old) === pathOf(b)
  const [first, second] = [new URL(old), new URL(b)]
  const isOwn = Object.values(bases).some((base: string) => first.host === hostOf(base))
  const isSameHost = first.host === second.host || isOwn
  return (
    isSameHost &&
    `${first.pathname}${first.search}${first.hash}` === `${second.pathname}${second.search}${second.hash}`
  )
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** The part behind the host of `host?id=7`. */
const pathOf = (address: string): string => address.replace(/^[^?/]*/, '')

// —— What the import makes of a value ——————————————————————————————————————————————————————————————————————————

async function madeOf(found: Found, owner: Owner, by: Explaining): Promise<Reason> {
  const [field = '', part] = found.inOwner.split('.')
  if (DATES.test(field)) return dated(found, owner, by)
  if (found.inOwner === 'image') {
    const isGone = (await anyOf(owner, by, ({ mended }) => mended.has('image'))) !== undefined
    return isGone && found.ours === false ? 'mended' : undefined
  }
  if (part !== undefined || typeof found.old !== 'string' || typeof found.ours !== 'string') return undefined
  if (TEXTS.has(field)) return html(found, owner, by)
  return line(found, owner, by)
}

/** Dates and zones, and the parts of dates. */
async function dated({ inOwner, ours }: Found, owner: Owner, by: Explaining): Promise<Reason> {
  const [field = '', part] = inOwner.replace('_details', '').split('.')
  const expected = await anyOf(owner, by, ({ values }) => {
    const value = values.get(field)
    if (typeof value !== 'string') return false
    return (part === undefined ? value : partOf(value, part)) === ours
  })
  if (expected === undefined) return undefined
  const { mended } = expected
  const isMended = mended.has(field) || [...(FOLLOWS.get(field) ?? [])].some((other) => mended.has(other))
  return isMended ? 'mended' : /^(?:utc_|timezone_abbr)/.test(field) ? 'time zone' : undefined
}

const PARTS = ['year', 'month', 'day', 'hour', 'minutes', 'seconds']
const partOf = (wall: string, name: string): string | undefined => wall.split(/[- :]/)[PARTS.indexOf(name)]

/** The same words, links and pictures as the site shows, or as were written. */
async function html({ inOwner, old, ours }: Found, owner: Owner, by: Explaining): Promise<Reason> {
  const [was, is] = [String(old), String(ours)]
  if (isSameHtml(was, is)) return 'rendered text'
  const edited = await by.expectations.edited(owner.collection, owner.old)
  const name = WRITTEN_AS.get(inOwner) ?? inOwner
  const rendered = textIn(edited?.edit, name, 'rendered')
  if (rendered !== undefined && isSameHtml(rendered, is)) return 'rendered text'
  const made = edited?.values.get(inOwner)
  const raw = textIn(edited?.edit, name, 'raw')
  if (typeof made === 'string' && raw !== undefined && isSameHtml(made, is)) {
    const isSaid = isSameLine(withoutShortcodes(raw), withoutShortcodes(made))
    if (isSaid || isSameLine(was, made) || isSameLine(rendered ?? '', made)) return 'rendered text'
  }
  return isCutTo(inOwner, is, owner, by)
}

async function line({ inOwner, old, ours }: Found, owner: Owner, by: Explaining): Promise<Reason> {
  const [was, is] = [String(old), String(ours)]
  const whole = inOwner === 'website' && owner.collection === 'events' ? owner.ours.url : ''
  const expected = await anyOf(owner, by, ({ values }) => (values.get(inOwner) ?? whole) === is)
  if (expected?.mended.has(inOwner)) return 'mended'
  if (isAddress(inOwner)) return expected?.isCut ? 'cut' : undefined
  if (expected !== undefined && isSameLine(was, is)) return 'rendered text'
  // State and province of a venue are one field here.
  if (expected === undefined && /^(?:state|province)$/.test(inOwner) && isSameLine(was, is))
    return 'rendered text'
  return isCutTo(inOwner, is, owner, by)
}

async function isCutTo(field: string, ours: string, owner: Owner, by: Explaining): Promise<Reason> {
  const cut = await anyOf(owner, by, ({ values, isCut }) => isCut && values.get(field) === ours)
  return cut === undefined ? undefined : 'cut'
}

/** Numbers and flags that the old site has as texts. */
function isSameForm(old: unknown, ours: unknown): boolean {
  if (typeof ours === 'boolean')
    return ours ? old === 1 || old === '1' : old === 0 || isNone(old) || old === '0'
  return typeof ours === 'number' && typeof old === 'string' && old.trim() !== '' && Number(old) === ours
}

const isNone = (value: unknown): boolean => value === false || value === null || value === ''
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

// —— Fields ————————————————————————————————————————————————————————————————————————————————————————————————————

/** Fields that answers of the old site omit without an add-on. */
const PLAIN: readonly (readonly [name: string, outside: Outside])[] = [
  EVENT_OUTSIDE,
  VENUE_OUTSIDE,
  ORGANIZER_OUTSIDE,
].flatMap((outside) => Object.entries<Outside>(outside))
const RARE = new Set(['is_virtual', 'virtual_url', 'virtual_event_type'])
/** Whether an event takes place, and where online. */
const STANDING = new Set(['event_status', 'event_status_reason', 'previous_start_date', ...RARE])
const ADDED = new Set([
  'previous_start_date',
  ...RARE,
  ...['ticketed', 'post_parent', 'parent', 'geo_lat', 'geo_lng', 'sizes'],
  ...PLAIN.flatMap(([name, { old }]) => (old === null ? [name] : [])),
])
/** Fields of this calendar's answers: a value that is missing is no matter of an add-on. */
const KNOWN = new Set([
  ...PLAIN.map(([name]) => name),
  ...(
    'id author status date date_utc modified modified_utc url title description excerpt slug image all_day start_date ' +
    'end_date timezone cost website categories tags venue ' +
    'organizer stateprovince name parent'
  ).split(' '),
])
/** Parts of images that this calendar shows. */
const OF_IMAGES =
  /^image\.(?:url|id|extension|width|height|filesize|sizes(?:\.[^.]+(?:\.(?:url|width|height|mime-type))?)?)$/

/** Whether the value is missing here. Members of lists are records. */
const isKnown = (inOwner: string): boolean => {
  const name = nameOf(inOwner)
  return KNOWN.has(name) || name.startsWith('#') || OF_IMAGES.test(inOwner)
}

const ADDRESSES = new Set(['url', 'rest_url', 'website', 'self', 'collection', 'up'])
const TEXTS = new Set(['title', 'description', 'excerpt', 'venue', 'organizer', 'name'])
/** Their names in the view of editors. */
const WRITTEN_AS: ReadonlyMap<string, string> = new Map([
  ['venue', 'title'],
  ['organizer', 'title'],
  ['description', 'content'],
])
const DATES = /^(?:utc_)?(?:start|end)_date(?:_details)?$|^timezone(?:_abbr)?$|^(?:date|modified)(?:_utc)?$/
/** The fields that decide another one. */
const FOLLOWS: ReadonlyMap<string, readonly string[]> = new Map([
  ['utc_start_date', ['start_date', 'timezone']],
  ['utc_end_date', ['end_date', 'start_date', 'timezone']],
  ['end_date', ['start_date']],
  ['timezone_abbr', ['timezone', 'start_date']],
  ['date_utc', ['date']],
  ['modified_utc', ['modified', 'date']],
  ['modified', ['date']],
])
