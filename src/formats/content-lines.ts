import { isEncoded, withoutEncoding } from './encoded-values.ts'
import { Slices } from './give-way.ts'
import { nameOf, type Property, readProperty } from './property-lines.ts'
import { beginsProperty, isExact, isStructure, isText } from './property-names.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type { Property } from './property-lines.ts'

/*
 * The lines and components of iCalendar, RFC 5545 section 3.1 and 3.6. It accepts what programs write: line breaks of
 * every kind, names in lower case, several calendars in one file.
 */

export interface Component {
  /** Such as `VEVENT`. */
  readonly name: string
  /** Where it begins, from 1 on. */
  readonly line: number
  readonly properties: readonly Property[]
  readonly components: readonly Component[]
  /** A line that is not a property: its number. The component cannot be read. */
  readonly broken: number | undefined
  /** The first property that cannot be read, and is left out. */
  readonly leftOut: { readonly line: number; readonly name: string } | undefined
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
  for (const unfoldedLine of joined(unfolded(text, bounds.size), bounds.size)) {
    if (slices.isOver()) await slices.next()
    if (unfoldedLine === undefined) continue
    const { content, line } = unfoldedLine
    const current = open.at(-1)
    const last = current?.properties.at(-1)
    const read = readProperty(content)
    const value = read?.value.trim().toUpperCase() ?? ''
    const isInText = last !== undefined && isText(last.name)
    // A text may have a line such as `Begin: 19:00`.
    const isPart =
      /^(?:BEGIN|END)$/.test(read?.name ?? '') &&
      (!isInText || isStructure(content, read?.value.trim() ?? ''))
    const goesOn = !isPart && !beginsProperty(content)
    const property = goesOn && isInText ? undefined : read
    if (isPart && property?.name === 'BEGIN') {
      if (current === undefined && value !== 'VCALENDAR') throw damaged(line, 'a calendar begins here')
      open.push(opened(value, line))
    } else if (current === undefined) {
      // Caches of web sites add a comment to what they send.
      if (calendars.length === 0 || property?.name === 'END')
        throw damaged(line, 'BEGIN:VCALENDAR stands here')
    } else if (isPart && property?.name === 'END') {
      if (value !== current.name) throw damaged(line, `END:${shown(current.name)} stands here`)
      open.pop()
      const parent = open.at(-1)
      ;(parent?.components ?? calendars).push(current)
    } else {
      if (property !== undefined && isLeftOut(property, bounds)) {
        current.isLeavingOut = true
        continue
      }
      // What follows a line that was left out belongs to it.
      if (goesOn && current.isLeavingOut) continue
      current.size += content.length
      current.isTooLarge ||= current.size > bounds.size || current.properties.length >= bounds.properties
      if (current.isTooLarge) continue
      if (property !== undefined) {
        current.isLeavingOut = false
        current.properties.push(isText(property.name) ? withoutEncoding(property) : property)
      } else if (goesOn && isInText) {
        current.properties.splice(-1, 1, withLine(last, content))
      } else if (goesOn && (last === undefined || isExact(last.name))) {
        if (current.name === 'VCALENDAR') throw damaged(line, 'a property stands here')
        current.broken ??= line
      } else {
        current.isLeavingOut = true
        current.leftOut ??= { line, name: (goesOn ? last?.name : nameOf(content)) ?? '' }
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

/** Some programs write the line breaks of a text as they are. */
const withLine = (property: Property, content: string): Property => ({
  ...property,
  value: `${property.value}\\n${content}`,
})

const opened = (name: string, line: number): Open => ({
  ...{ name, line, properties: [], components: [], broken: undefined, leftOut: undefined, isTooLarge: false },
  ...{ size: 0, isLeavingOut: false },
})

interface UnfoldedLine {
  readonly content: string
  readonly line: number
}

/** Files that a calendar carries are read nowhere, and may be large. */
const isLeftOut = ({ name, parameters }: Property, { size, without }: LineBounds): boolean =>
  without.includes(name) ||
  (Number.isFinite(size) && !isText(name) && parameters.get('ENCODING')?.toUpperCase() === 'BASE64')

const shown = (name: string): string => name.slice(0, 40)

const damaged = (line: number, expected: string): UnreadableFile =>
  new UnreadableFile(`line ${line}: the file is damaged; it is iCalendar only if ${expected}`)

/**
 * The lines without empty ones, each with those that continue it (section 3.1); `undefined` for each of these. Of a line that
 * is longer than `longest`, it gives a beginning that is longer, too.
 */
function* unfolded(text: string, longest: number): Generator<UnfoldedLine | undefined> {
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

/** The lines, each with those that follow a soft line break of Quoted-Printable, which ends with `=`. */
function* joined(
  lines: Iterable<UnfoldedLine | undefined>,
  longest: number,
): Generator<UnfoldedLine | undefined> {
  let open: { content: string; line: number } | undefined
  for (const next of lines) {
    if (next === undefined) {
      yield undefined
      continue
    }
    const isNext = open !== undefined && !/^END:/i.test(next.content)
    if (open !== undefined && isNext) {
      if (open.content.length <= longest) open.content = open.content.slice(0, -1) + next.content
    } else {
      if (open !== undefined) yield open
      open = isEncoded(next.content) ? { ...next } : undefined
    }
    if (open === undefined) yield next
    else if (!next.content.endsWith('=')) {
      yield open
      open = undefined
    } else yield undefined
  }
  if (open !== undefined) yield open
}

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
