import { isExact } from './property-names.ts'

/*
 * One line of iCalendar as a property, RFC 5545 section 3.1, with the slips of programs that can be understood.
 */

export interface Property {
  /** In upper case. */
  readonly name: string
  /** By their names in upper case, without quotes. */
  readonly parameters: ReadonlyMap<string, string>
  /** As written: texts are escaped. */
  readonly value: string
}

const NO_PARAMETERS: Property['parameters'] = new Map()

const NAME = /^[A-Za-z0-9-]+/

/** In upper case; `undefined` if the line begins with none. */
export const nameOf = (content: string): string | undefined => NAME.exec(content)?.[0].toUpperCase()

/** Properties of times. Their values begin with a digit, and their parameters name zones such as `(UTC+01:00) Bern`. */
const TIMES = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)$/

/** A value of times at the end of a line. */
const TIME_VALUE = /:[ \t]*(\d{4}-?\d\d-?\d\d(?:T[\d:]*Z?)?(?:[,/][^:"]*)?[ \t]*)$/i

export function readProperty(content: string): Property | undefined {
  const name = nameOf(content)
  if (name === undefined) return undefined
  const property = parsed(content, name)
  const isWhole = property !== undefined && (!TIMES.test(name) || /^\s*(?:\d{4}-?\d|$)/.test(property.value))
  if (isWhole || !isExact(name)) return property
  // A quote or a colon too many in a parameter: the value stands at the end.
  const [, value] = TIME_VALUE.exec(content) ?? []
  const [, zone] = /;TZID=([^;]+)$/i.exec(content.slice(0, content.length - (value?.length ?? 0) - 1)) ?? []
  if (!TIMES.test(name) || value === undefined || zone === undefined) return property
  return { name, parameters: new Map([['TZID', decodeParameter(zone.trim())]]), value }
}

/**
 * `NAME;PARAMETER=value;OTHER="quoted: value":value`, read by hand: an expression for it would need repetitions inside of
 * repetitions, and a hostile line would then take years.
 */
function parsed(content: string, name: string): Property | undefined {
  let parameters: Map<string, string> | undefined
  let at = name.length
  if (/^[ \t][;:]/.test(content.slice(at, at + 2))) at++
  while (content[at] === ';') {
    const [bare] = BARE.exec(content.slice(at, at + 20)) ?? []
    const equals = content.indexOf('=', at)
    const key = content.slice(at + 1, equals)
    parameters ??= new Map()
    if (bare !== undefined) {
      parameters.set('ENCODING', bare.slice(1))
      at += bare.length
    } else if (equals === -1 || key === '' || /[:;",]/.test(key)) return undefined
    else {
      at = endOfParameter(content, equals + 1)
      parameters.set(key.trim().toUpperCase(), decodeParameter(content.slice(equals + 1, at)))
    }
  }
  return content[at] === ':'
    ? { name, parameters: parameters ?? NO_PARAMETERS, value: content.slice(at + 1) }
    : undefined
}

/** vCalendar 1.0 leaves out the name of this parameter. */
const BARE = /^;(?:QUOTED-PRINTABLE|BASE64)(?=[:;])/i

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

/** Without quotes, and with the characters that RFC 6868 escapes. Some programs escape as in texts. */
const decodeParameter = (written: string): string =>
  written
    .replace(/\\(?=[",;\\])|"/g, '')
    .replace(/\^(['n^])/g, (_, escaped) => (escaped === "'" ? '"' : escaped === 'n' ? '\n' : '^'))
