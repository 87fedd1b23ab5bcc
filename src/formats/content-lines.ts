import { Slices } from './give-way.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * The lines and components of iCalendar, RFC 5545 section 3.1 and 3.6. It accepts what programs write: line breaks of
 * every kind, names in lower case, several calendars in one file.
 */

export interface Property {
  /** In upper case. */
  readonly name: string
  /** By their names in upper case, without quotes. */
  readonly parameters: ReadonlyMap<string, string>
  /** As written: texts are escaped. */
  readonly value: string
}

export interface Component {
  /** Such as `VEVENT`. */
  readonly name: string
  /** Where it begins, from 1 on. */
  readonly line: number
  readonly properties: readonly Property[]
  readonly components: readonly Component[]
  /** A line that is not a property: its number. */
  readonly broken: number | undefined
  /** Whether it has more than `LineBounds` allow. What is too much is not in its properties. */
  readonly isTooLarge: boolean
}

type Open = { -readonly [K in keyof Component]: Component[K] } & {
  readonly properties: Property[]
  readonly components: Component[]
  /** Characters of its properties. */
  size: number
  /** Whether the last property was left out, with the lines that follow it. */
  isLeavingOut: boolean
}

/** Of a calendar that a stranger wrote. */
export interface LineBounds {
  /** Characters of the properties of one component, and how many these are. */
  readonly size: number
  readonly properties: number
  /** Names of properties that are left out. */
  readonly without: readonly string[]
}

const NO_BOUNDS: LineBounds = {
  ...{ size: Number.POSITIVE_INFINITY, properties: Number.POSITIVE_INFINITY, without: [] },
}

/** The calendars of a file. Throws `UnreadableFile` if it is cut off, or is not iCalendar. */
export async function readComponents(
  text: string,
  slices = new Slices(),
  bounds = NO_BOUNDS,
): Promise<Component[]> {
  const calendars: Component[] = []
  const open: Open[] = []
  for (const unfoldedLine of unfolded(text, bounds.size)) {
    if (slices.isOver()) await slices.next()
    if (unfoldedLine === undefined) continue
    const { content, line } = unfoldedLine
    const property = readProperty(content)
    const value = property?.value.trim().toUpperCase() ?? ''
    const current = open.at(-1)
    if (property?.name === 'BEGIN') {
      if (current === undefined && value !== 'VCALENDAR') throw damaged(line, 'a calendar begins here')
      open.push(opened(value, line))
    } else if (current === undefined) {
      // Caches of web sites add a comment to what they send.
      if (calendars.length === 0 || property?.name === 'END')
        throw damaged(line, 'BEGIN:VCALENDAR stands here')
    } else if (property?.name === 'END') {
      if (value !== current.name) throw damaged(line, `END:${shown(current.name)} stands here`)
      open.pop()
      const parent = open.at(-1)
      ;(parent?.components ?? calendars).push(current)
    } else {
      if (property !== undefined && isLeftOut(property, bounds)) {
        current.isLeavingOut = true
        continue
      }
      current.size += content.length
      current.isTooLarge ||= current.size > bounds.size || current.properties.length >= bounds.properties
      if (current.isTooLarge) continue
      if (property !== undefined) {
        current.isLeavingOut = false
        current.properties.push(property)
      } else if (!current.isLeavingOut) {
        const last = current.properties.at(-1)
        if (last !== undefined && !EXACT.has(last.name)) {
          current.properties.splice(-1, 1, withLine(last, content))
        } else {
          if (current.name === 'VCALENDAR') throw damaged(line, 'a property stands here')
          current.broken ??= line
        }
      }
    }
  }
  const last = open.at(-1)
  if (last !== undefined) {
    throw new UnreadableFile(`the file was cut off: the ${shown(last.name)} of line ${last.line} has no end`)
  }
  if (calendars.length === 0) throw new UnreadableFile('the file has no calendar')
  return calendars
}

/** Properties that are no texts: nothing goes on after them. */
const EXACT: ReadonlySet<string> = new Set(
  (
    'CALSCALE CLASS CREATED DTEND DTSTAMP DTSTART DURATION EXDATE LAST-MODIFIED METHOD PRODID RDATE RECURRENCE-ID RRULE ' +
    'SEQUENCE STATUS UID VERSION'
  ).split(' '),
)

/** Some programs write the line breaks of a text as they are. */
const withLine = (property: Property, content: string): Property => ({
  ...property,
  value: `${property.value}\\n${content}`,
})

const opened = (name: string, line: number): Open => ({
  ...{ name, line, properties: [], components: [], broken: undefined, isTooLarge: false },
  ...{ size: 0, isLeavingOut: false },
})

/** Files that a calendar carries are read nowhere, and may be large. */
const isLeftOut = ({ name, parameters }: Property, { size, without }: LineBounds): boolean =>
  without.includes(name) || (Number.isFinite(size) && parameters.get('ENCODING')?.toUpperCase() === 'BASE64')

const shown = (name: string): string => name.slice(0, 40)

const damaged = (line: number, expected: string): UnreadableFile =>
  new UnreadableFile(`line ${line}: the file is damaged; it is iCalendar only if ${expected}`)

/**
 * The lines without empty ones, each with those that continue it (section 3.1); `undefined` for each of these. Of a line that
 * is longer than `longest`, it gives a beginning that is longer, too.
 */
function* unfolded(text: string, longest: number): Generator<{ content: string; line: number } | undefined> {
  const breaks = /\r\n?|\n/g
  let content = ''
  let first = 0
  let from = 0
  for (let line = 1; from <= text.length; line++) {
    const end = breaks.exec(text)?.index ?? text.length
    const isContinued = content !== '' && (text[from] === ' ' || text[from] === '\t')
    if (isContinued) {
      if (content.length <= longest) content += text.slice(from + 1, end)
      yield undefined
    } else {
      if (content.trim() !== '') yield { content: content.slice(0, longest + 1), line: first }
      content = text.slice(from, end)
      first = line
    }
    from = end === text.length ? end + 1 : breaks.lastIndex
  }
  if (content.trim() !== '') yield { content: content.slice(0, longest + 1), line: first }
}

const NO_PARAMETERS: Property['parameters'] = new Map()

const NAME = /^[A-Za-z0-9-]+/

/**
 * `NAME;PARAMETER=value;OTHER="quoted: value":value`, read by hand: an expression for it would need repetitions inside of
 * repetitions, and a hostile line would then take years.
 */
function readProperty(content: string): Property | undefined {
  const name = NAME.exec(content)?.[0]
  if (name === undefined) return undefined
  let parameters: Map<string, string> | undefined
  let at = name.length
  while (content[at] === ';') {
    const equals = content.indexOf('=', at)
    const key = content.slice(at + 1, equals)
    if (equals === -1 || key === '' || /[:;",]/.test(key)) return undefined
    at = endOfParameter(content, equals + 1)
    parameters ??= new Map()
    parameters.set(key.toUpperCase(), decodeParameter(content.slice(equals + 1, at)))
  }
  return content[at] === ':'
    ? { name: name.toUpperCase(), parameters: parameters ?? NO_PARAMETERS, value: content.slice(at + 1) }
    : undefined
}

/** Where the next `;` or `:` is that no quotes are around. */
function endOfParameter(content: string, from: number): number {
  const marks = /[":;]/g
  marks.lastIndex = from
  for (let mark = marks.exec(content); mark !== null; mark = marks.exec(content)) {
    if (mark[0] !== '"') return mark.index
    const close = content.indexOf('"', marks.lastIndex)
    if (close === -1) break
    marks.lastIndex = close + 1
  }
  return content.length
}

/** Without quotes, and with the characters that RFC 6868 escapes. */
const decodeParameter = (written: string): string =>
  written
    .replaceAll('"', '')
    .replace(/\^(['n^])/g, (_, escaped) => (escaped === "'" ? '"' : escaped === 'n' ? '\n' : '^'))

/** A value of the type TEXT (section 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replace(/\\(.)/gs, (_, escaped) => (escaped === 'n' || escaped === 'N' ? '\n' : escaped))

/** A list of values of the type TEXT. */
export const unescapeList = (value: string): string[] =>
  listParts(value)
    .map((part) => unescapeText(part).trim())
    .filter((part) => part !== '')

/** The values as written. */
export function listParts(value: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const { 0: mark, index } of value.matchAll(/\\.|,/gs)) {
    if (mark !== ',') continue
    parts.push(value.slice(from, index))
    from = index + 1
  }
  return [...parts, value.slice(from)].filter((part) => part !== '').map((part) => part.trim())
}

export const firstOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

export const allOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** As written; '' without the property. */
export const rawOf = (component: Component, name: string): string =>
  firstOf(component, name)?.value.trim() ?? ''

export const textOf = (component: Component, name: string): string =>
  unescapeText(rawOf(component, name)).trim()
