import { MoveError } from '../move-error.ts'

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
}

interface Open {
  readonly name: string
  readonly line: number
  readonly properties: Property[]
  readonly components: Component[]
  broken: number | undefined
}

/** The calendars of a file. Throws `MoveError` if it is cut off, or is not iCalendar. */
export function readComponents(text: string): Component[] {
  const calendars: Component[] = []
  const open: Open[] = []
  for (const { content, line } of unfolded(text)) {
    const property = readProperty(content)
    const value = property?.value.trim().toUpperCase() ?? ''
    const current = open.at(-1)
    if (property?.name === 'BEGIN') {
      if (current === undefined && value !== 'VCALENDAR') throw damaged(line, 'a calendar begins here')
      open.push({ name: value, line, properties: [], components: [], broken: undefined })
    } else if (current === undefined) {
      throw damaged(line, 'BEGIN:VCALENDAR stands here')
    } else if (property?.name === 'END') {
      if (value !== current.name) throw damaged(line, `END:${current.name} stands here`)
      open.pop()
      const parent = open.at(-1)
      ;(parent?.components ?? calendars).push(current)
    } else if (property === undefined) {
      if (current.name === 'VCALENDAR') throw damaged(line, 'a property stands here')
      current.broken ??= line
    } else current.properties.push(property)
  }
  const last = open.at(-1)
  if (last !== undefined) {
    throw new MoveError(`the file was cut off: the ${last.name} of line ${last.line} has no end`)
  }
  if (calendars.length === 0) throw new MoveError('the file has no calendar')
  return calendars
}

const damaged = (line: number, expected: string): MoveError =>
  new MoveError(`line ${line}: the file is damaged; it is iCalendar only if ${expected}`)

/** The lines without empty ones, each with those that continue it (section 3.1). */
function* unfolded(text: string): Generator<{ content: string; line: number }> {
  let content = ''
  let first = 0
  let line = 0
  for (const next of text.split(/\r\n|\n|\r/)) {
    line++
    if (content !== '' && (next.startsWith(' ') || next.startsWith('\t'))) content += next.slice(1)
    else {
      if (content.trim() !== '') yield { content, line: first }
      content = next
      first = line
    }
  }
  if (content.trim() !== '') yield { content, line: first }
}

const HEAD = /^([A-Za-z0-9-]+)((?:;[^=:;",]+=(?:"[^"]*"|[^":;]*)+)*):(.*)$/s
const PARAMETER = /;([^=:;",]+)=((?:"[^"]*"|[^":;]*)*)/g

function readProperty(content: string): Property | undefined {
  const [, name, parameters = '', value = ''] = HEAD.exec(content) ?? []
  if (name === undefined) return undefined
  return {
    name: name.toUpperCase(),
    parameters: new Map(
      [...parameters.matchAll(PARAMETER)].map(([, key = '', written = '']) => [
        key.toUpperCase(),
        decodeParameter(written),
      ]),
    ),
    value,
  }
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
export const listParts = (value: string): string[] =>
  (value.match(/(?:\\.|[^\\,])+/gs) ?? []).map((part) => part.trim())

export const firstOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name)

export const allOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** As written; '' without the property. */
export const rawOf = (component: Component, name: string): string =>
  firstOf(component, name)?.value.trim() ?? ''

export const textOf = (component: Component, name: string): string =>
  unescapeText(rawOf(component, name)).trim()
