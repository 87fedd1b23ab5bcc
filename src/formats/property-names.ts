/*
 * Which lines of a damaged file are properties, and which are text that goes on. Many programs write line breaks into
 * texts as they are.
 */

/** RFC 5545 and RFC 7986; those of RFC 9073 that carry people or places. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'CALSCALE METHOD PRODID VERSION ATTACH CATEGORIES CLASS COMMENT DESCRIPTION GEO LOCATION PERCENT-COMPLETE PRIORITY ' +
    'RESOURCES STATUS SUMMARY COMPLETED DTEND DUE DTSTART DURATION FREEBUSY TRANSP TZID TZNAME TZOFFSETFROM TZOFFSETTO ' +
    'TZURL ATTENDEE CONTACT ORGANIZER RECURRENCE-ID RELATED-TO URL UID EXDATE EXRULE RDATE RRULE ACTION REPEAT TRIGGER ' +
    'CREATED DTSTAMP LAST-MODIFIED SEQUENCE REQUEST-STATUS NAME REFRESH-INTERVAL SOURCE COLOR IMAGE CONFERENCE ' +
    'CALENDAR-ADDRESS STRUCTURED-DATA STYLED-DESCRIPTION LOCATION-TYPE PARTICIPANT-TYPE RESOURCE-TYPE'
  ).split(' '),
)

/** Nothing goes on after these: what follows them and is no property makes the event unreadable. */
const EXACT: ReadonlySet<string> = new Set(
  (
    'CALSCALE CLASS CREATED DTEND DTSTAMP DTSTART DURATION EXDATE LAST-MODIFIED METHOD PRODID RDATE RECURRENCE-ID RRULE ' +
    'SEQUENCE STATUS UID VERSION'
  ).split(' '),
)

const TEXTS: ReadonlySet<string> = new Set(
  'SUMMARY DESCRIPTION LOCATION COMMENT CONTACT CATEGORIES RESOURCES NAME X-ALT-DESC X-WR-CALNAME X-WR-CALDESC'.split(
    ' ',
  ),
)

const COMPONENTS =
  /^(?:VCALENDAR|VEVENT|VTODO|VJOURNAL|VFREEBUSY|VTIMEZONE|VALARM|VAVAILABILITY|AVAILABLE|STANDARD|DAYLIGHT|PARTICIPANT|VLOCATION|VRESOURCE|X-[A-Z0-9-]+)$/i

export const isExact = (name: string): boolean => EXACT.has(name)

/** Whether its value is a text, which may have several lines. */
export const isText = (name: string): boolean => TEXTS.has(name)

/** Guests and their mail addresses, whatever stands around them. */
const PEOPLE = /^(?:ATTENDEE|ORGANIZER|CALENDAR-ADDRESS)\b.*mailto:/i

/**
 * Whether a line begins as a property does: `DTSTART;`, `X-APPLE-RADIUS:`. In lower case, `class:PUBLIC` is one, and
 * `Class: beginners` is not.
 */
export function beginsProperty(line: string): boolean {
  const [, name = '', rest = ''] = /^([A-Za-z][A-Za-z0-9-]*)[ \t]?([;:][ \t]?)/.exec(line) ?? []
  if (name === '') return PEOPLE.test(line)
  const upper = name.toUpperCase()
  if (!KNOWN.has(upper) && !/^(?:X-|IANA-)./.test(upper)) return PEOPLE.test(line)
  // A text may have a line such as `Contact; see below`.
  return name === upper || rest.length === 1 || PEOPLE.test(line)
}

/** Whether `BEGIN` or `END` with this value is one of a component, and not a line of a text such as `Begin: 19:00`. */
export const isStructure = (written: string, value: string): boolean =>
  COMPONENTS.test(value) || (/^(?:BEGIN|END)/.test(written) && /^[A-Z][A-Z0-9-]*$/.test(value))
