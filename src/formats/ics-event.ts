import { escapeHtml } from '../core/domain/html/html.ts'
import { isWebUrl } from '../core/domain/html/html-sanitizer.ts'
import { parse } from '../core/domain/json.ts'
import { addDays, wallOf } from '../core/domain/time/calendar.ts'
import { ICS_FIELDS } from '../core/fields/event.ts'
import type { EventInput, OrganizerInput, VenueInput } from '../types/index.ts'
import { allOf, type Component, firstOf, rawOf, textOf, unescapeList, unescapeText } from './content-lines.ts'
import { afterDuration, type IcsTime, type IcsZones, instantOf, Unreadable, wallIn } from './ics-times.ts'
import { onlineOf } from './online.ts'
import { paragraphs } from './paragraphs.ts'
import { isRow } from './rows.ts'

/*
 * A VEVENT as the body of a create. All fields that iCalendar can say are in it, so that an update clears those that are
 * gone.
 */

/** Fields that iCalendar cannot say, in files of our own: JSON. */
export const OWN_FIELDS = 'X-KALENDS-FIELDS'

/** Some programs write one L. */
export const isCancelled = (component: Component): boolean => /^CANCELL?ED$/i.test(rawOf(component, 'STATUS'))

/** What an event has whose file says nothing of it. Updates clear it, so that bodies of earlier versions stay the same. */
export const UNSAID = { event_status: 'scheduled', is_virtual: false } as const satisfies Partial<EventInput>

/** Whether it takes place, and where online. Our own files say both exactly, and drafts are tentative there. */
function standingOf(
  component: Component,
  hasVenue: boolean,
  address: string | undefined,
): Partial<EventInput> {
  const isOurs = firstOf(component, OWN_FIELDS) !== undefined
  const isTentative = rawOf(component, 'STATUS').toUpperCase() === 'TENTATIVE' && !isOurs
  const status = isCancelled(component) ? 'canceled' : isTentative ? 'postponed' : undefined
  return {
    ...(status === undefined ? {} : { event_status: status }),
    ...(address === undefined
      ? {}
      : {
          is_virtual: true,
          virtual_url: address,
          virtual_event_type: hasVenue ? 'hybrid' : 'virtual',
        }),
  }
}

export function eventOf(component: Component, zones: IcsZones): EventInput {
  const { start, end } = timesOf(component, zones)
  const { place, address } = onlineOf(component)
  const venue = venueOf(component, place)
  const isPrivate = /^(PRIVATE|CONFIDENTIAL)$/i.test(rawOf(component, 'CLASS'))
  return {
    title: escapeHtml(textOf(component, 'SUMMARY').replace(/\s+/g, ' ')),
    description: descriptionOf(component),
    ...{
      start_date: start.wall,
      end_date: wallIn(end, start),
      all_day: start.isDay,
      timezone: start.timezone,
    },
    ...(start.epoch === undefined ? {} : { utc_start_date: wallOf(start.epoch) }),
    ...(end.epoch === undefined ? {} : { utc_end_date: wallOf(end.epoch) }),
    venue: venue === undefined ? [] : [venue],
    organizer: organizersOf(component),
    categories: allOf(component, 'CATEGORIES').flatMap(({ value }) => unescapeList(value)),
    website: webUrl(component, 'URL'),
    image: imageOf(component),
    status: isPrivate ? 'private' : 'publish',
    ...standingOf(component, venue !== undefined, address),
    ...shownFields(component),
    ...ownFields(component),
  }
}

/**
 * Days include the last one. An end before the start is none, and so is one that cannot be read: `fault` says why.
 */
export function timesOf(
  component: Component,
  zones: IcsZones,
): { start: IcsTime; end: IcsTime; fault: string | undefined } {
  const time = (name: string): IcsTime | undefined => {
    const property = firstOf(component, name)
    return property === undefined ? undefined : zones.read(property)[0]
  }
  const first = time('DTSTART')
  if (first === undefined) throw new Unreadable('it has no start', 'no_start')
  const duration = rawOf(component, 'DURATION')
  const ends = [() => time('DTEND'), () => (duration === '' ? undefined : afterDuration(first, duration))]
  let fault: string | undefined
  let found: IcsTime | undefined
  for (const end of ends) {
    try {
      found ??= end()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      fault ??= error.message
    }
  }
  if (found !== undefined) fault = undefined
  const last = found ?? first
  const start = isWholeDays(component, first, last) ? { ...first, isDay: true } : first
  if (!start.isDay) return { start, end: instantOf(last) < instantOf(start) ? start : last, fault }
  const isAfter = last.isDay || last.wall.endsWith(MIDNIGHT)
  const day = isAfter && last.wall > start.wall ? addDays(last.wall, -1) : last.wall
  return { start, end: { ...last, isDay: true, wall: day < start.wall ? start.wall : day }, fault }
}

const MIDNIGHT = '00:00:00'

/** Exchange publishes whole days as times from midnight to midnight. */
const isWholeDays = (component: Component, ...times: readonly IcsTime[]): boolean =>
  /^TRUE$/i.test(rawOf(component, 'X-MICROSOFT-CDO-ALLDAYEVENT')) &&
  times.every(({ wall }) => wall.endsWith(MIDNIGHT))

/** HTML if the file has some. Some programs put it into the plain text. */
function descriptionOf(component: Component): string {
  const html = firstOf(component, 'X-ALT-DESC')
  if (html !== undefined && /html/i.test(html.parameters.get('FMTTYPE') ?? 'html'))
    return bodyOf(unescapeText(html.value))
  const text = withoutLink(textOf(component, 'DESCRIPTION'), component)
  return /<\/?(?:p|br|a|b|i|u|ul|ol|li|div|span|strong|em)(?:\s[^<>]*)?\/?>/i.test(text)
    ? paragraphs(text)
    : paragraphs(escapeHtml(text))
}

/** Feeds of ours repeat the address of CONFERENCE in the text, for programs that do not show it. */
function withoutLink(text: string, component: Component): string {
  const links = allOf(component, 'CONFERENCE').map(({ value }) => value.trim())
  const paragraphs = text.split('\n\n')
  const link = paragraphs.findIndex((paragraph) => links.includes(paragraph.trim()))
  return link === -1 ? text : paragraphs.toSpliced(link, 1).join('\n\n')
}

/** What a page shows. Each end is searched for once, because a hostile text has many beginnings without an end. */
function bodyOf(html: string): string {
  const shown = withoutHeads(html)
  const last = shown.lastIndexOf('>')
  let from = 0
  for (const { index } of shown.matchAll(/<body\b/gi)) if (index < last) from = shown.indexOf('>', index) + 1
  const rest = shown.slice(from)
  const end = /<\/body\s*>/i.exec(rest)?.index
  return rest.slice(0, end).trim()
}

const HEADS = {
  head: /<\/head\s*>/gi,
  style: /<\/style\s*>/gi,
  script: /<\/script\s*>/gi,
  title: /<\/title\s*>/gi,
}

function withoutHeads(html: string): string {
  const kept: string[] = []
  const endless = new Set<string>()
  let from = 0
  for (const { 1: written = '', index } of html.matchAll(/<(head|style|script|title)\b/gi)) {
    const name = written.toLowerCase()
    if (index < from || endless.has(name)) continue
    const end = endAfter(name, html, index)
    if (end === undefined) endless.add(name)
    else {
      kept.push(html.slice(from, index))
      from = end
    }
  }
  return [...kept, html.slice(from)].join('')
}

function endAfter(name: string, html: string, from: number): number | undefined {
  const [, pattern] = Object.entries(HEADS).find(([one]) => one === name) ?? []
  if (pattern === undefined) return undefined
  pattern.lastIndex = from
  return pattern.exec(html) === null ? undefined : pattern.lastIndex
}

function venueOf(component: Component, place: string): VenueInput | undefined {
  const lines = place.split('\n')
  const name = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  if (name === '' || isWebUrl(name)) return undefined
  const [lat = '', lng = ''] = rawOf(component, 'GEO').split(';')
  const degrees = [lat, lng].map((text) => (/^\s*[+-]?\d/.test(text) ? Number(text) : Number.NaN))
  const [geo_lat = Number.NaN, geo_lng = Number.NaN] = degrees
  const isPlace = Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180
  return { venue: escapeHtml(name), ...(isPlace ? { geo_lat, geo_lng } : {}) }
}

const MAIL = /^[^\s@,]+@[^\s@,]+$/

function organizersOf(component: Component): OrganizerInput[] {
  const organizer = firstOf(component, 'ORGANIZER')
  const address = organizer?.value.replace(/^mailto:/i, '').trim() ?? ''
  const email = MAIL.test(address) ? address : ''
  // Calendar programs write whose calendar it is, often by the address alone. Names are public, so that is none.
  const given = organizer?.parameters.get('CN')?.trim() ?? ''
  const name = MAIL.test(given.replace(/^mailto:/i, '')) ? '' : given
  const contacts = allOf(component, 'CONTACT').map(({ value }) => contact(unescapeText(value)))
  return [
    ...(name === '' ? [] : [{ organizer: escapeHtml(name), email }]),
    ...contacts.flatMap((one) => one ?? []),
  ]
}

/** `Name, telephone, mail, website` in any order, as people write it. */
function contact(text: string): OrganizerInput | undefined {
  const parts = text.split(/[,\n]/).map((part) => part.trim())
  const email = parts.find((part) => MAIL.test(part)) ?? ''
  const website = parts.find(isWebUrl) ?? ''
  const phone = parts.find((part) => /^\+?[\d\s()/.-]{5,}$/.test(part)) ?? ''
  const name = parts.filter((part) => ![email, website, phone, ''].includes(part)).join(', ')
  const organizer = name || email || website || phone
  return organizer === '' ? undefined : { organizer: escapeHtml(organizer), phone, email, website }
}

function webUrl(component: Component, name: string): string | null {
  const url = rawOf(component, name)
  return isWebUrl(url) ? url : null
}

function imageOf(component: Component): string | null {
  const images = [
    ...allOf(component, 'IMAGE'),
    ...allOf(component, 'ATTACH').filter(
      ({ parameters, value }) =>
        /^image\//i.test(parameters.get('FMTTYPE') ?? '') ||
        /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(value),
    ),
  ]
  return images.map(({ value }) => value.trim()).find(isWebUrl) ?? null
}

/** Plain fields with a property of their own. A file without it says nothing about the field. */
const shownFields = (component: Component): Record<string, unknown> =>
  Object.fromEntries(
    ICS_FIELDS.flatMap(({ name, ics }) =>
      firstOf(component, ics) === undefined ? [] : [[name, textOf(component, ics)]],
    ),
  )

/** The API checks them like all others. */
function ownFields(component: Component): Record<string, unknown> {
  const text = textOf(component, OWN_FIELDS)
  if (text === '') return {}
  const fields = parse(text, isRow)
  if (fields === undefined) throw new Unreadable(`${OWN_FIELDS} is not JSON`, 'unreadable')
  return { ...fields }
}
