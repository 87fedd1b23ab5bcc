import { isWebUrl } from '../core/domain/html/html-sanitizer.ts'
import { allOf, type Component, textOf } from './content-lines.ts'

/*
 * Where an event takes place, and where one joins it from afar. Programs write the link of a meeting into several places.
 */

const PROPERTIES = [
  ...[
    'CONFERENCE',
    'X-GOOGLE-CONFERENCE',
    'X-MICROSOFT-SKYPETEAMSMEETINGURL',
    'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
  ],
  ...['X-MICROSOFT-ONLINEMEETINGJOINLINK', 'X-ONLINE-MEETING-URL'],
] as const

const URLS = /https?:\/\/[^\s<>"]+/gi

/** Hosts that have nothing but meetings, and beginnings of such names. */
const MEETINGS =
  /(?:^|\.)(?:zoom\.us|zoom\.com|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|webex\.com|meet\.jit\.si|whereby\.com|gotomeeting\.com|gotomeet\.me|bluejeans\.com)$|^(?:meet|bbb|jitsi|meeting)\./

function isMeeting(link: string): boolean {
  try {
    return MEETINGS.test(new URL(link).hostname)
  } catch {
    return false
  }
}

const MAPS =
  /^https?:\/\/(?:(?:www\.)?google\.[a-z.]+\/maps|maps\.|goo\.gl\/maps|(?:www\.)?openstreetmap\.|osm\.org|(?:www\.)?bing\.com\/maps)/i

/** The name that programs give the place of a meeting. */
const NO_PLACE =
  /^(?:(?:microsoft[ -]*)?teams(?:[ -]*(?:meeting|besprechung|r[eé]union))?|zoom(?:[ -]*meeting)?|google meet|webex(?:[ -]*meeting)?|skype(?:[ -]*(?:meeting|besprechung))?|jitsi(?: meet)?|online(?:[ -]*meeting)?|virtual|virtuell)$/i

/** Words before a link that say that one joins there. */
const JOIN =
  /^\W*(?:click (?:here )?to )?join(?:\s+(?:us|now|here|online|by|with|via|on|the|this|your|a|video|zoom|teams|microsoft|google|meet|webex|jitsi|skype|meeting|call|webinar|conference|stream|livestream|session|room|web|link|url))*\W*$/i

/** `place`: what names a venue, '' for nothing. `address`: where one joins. */
export function onlineOf(component: Component): { place: string; address: string | undefined } {
  const location = textOf(component, 'LOCATION')
  const links = (location.match(URLS) ?? []).map(withoutMarks)
  const rest = withoutSeparators(location.replace(URLS, ' '))
  const link = links.find(isMeeting) ?? (rest === '' ? links.find(isJoined) : undefined)
  const given = PROPERTIES.flatMap((name) => allOf(component, name))
    .map(({ value }) => value.trim())
    .find(isWebUrl)
  const address = given ?? link ?? inDescription(textOf(component, 'DESCRIPTION'))
  // A place with a link of its own, such as its page, keeps its name alone.
  const name = links.length === 0 ? location : rest
  return { place: address !== undefined && NO_PLACE.test(name.trim()) ? '' : name, address }
}

const isJoined = (link: string): boolean => isWebUrl(link) && !MAPS.test(link)

/** A sentence or a bracket ends there, not the address. */
const withoutMarks = (link: string): string => link.replace(/[.,;:!?)\]]{1,10}$/, '')

/** Without what stood between a name and a link. */
const withoutSeparators = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^[\s,;:|()[\]<>/-]+|[\s,;:|()[\]<>/-]{1,20}$/g, ''))
    .filter((line) => line !== '')
    .join('\n')

/** Lines of a description that are looked at. */
const MOST_LINES = 500

function inDescription(text: string): string | undefined {
  let before = ''
  for (const line of text.replace(/<[^<>]{0,500}>/g, '\n').split('\n', MOST_LINES)) {
    const own = line.trim().slice(0, 2000)
    if (own === '') continue
    const [found, ...others] = own.match(URLS) ?? []
    const start = found === undefined ? '' : own.slice(0, own.indexOf(found)).trim()
    const words = start.replace(/(?<![<([])[<([]+$/, '').trim() || before
    if (found !== undefined && others.length === 0) {
      const link = withoutMarks(found)
      const isKnown = isMeeting(link) && /\bjoin\b/i.test(words)
      if (isWebUrl(link) && (isKnown || (words.length < 120 && JOIN.test(words)))) return link
    }
    before = own
  }
  return undefined
}
