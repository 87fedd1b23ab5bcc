import { type ChangedDate, type Entry, later, laterByDays, occurrencesOf, utcOf } from './entries.ts'

/*
 * What publishers of iCalendar write, each in the format that it documents, with its known faults.
 */

export interface Reading {
  /** How often the feed has been read. */
  readonly number: number
  readonly now: Date
}

/** Writes a feed. */
export type IcsShape = (entries: readonly Entry[], reading: Reading) => string

type Lines = readonly string[]

const basic = (wall: string): string => wall.replace(/[-:]/g, '').replace(' ', 'T')
const day = (wall: string): string => basic(wall).slice(0, 8)
const inUtc = (wall: string): string => `${basic(utcOf(wall))}Z`
const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\n/g, '\\n')
const stamp = ({ now }: Reading): string => `${basic(now.toISOString().slice(0, 19).replace('T', ' '))}Z`

/** Lines of 75 octets: all of it is ASCII here. */
const folded = (line: string): string => line.replace(/(.{74})(?=.)/g, '$1\r\n ')
const file = (lines: Lines): string => `${lines.map(folded).join('\r\n')}\r\n`

function zoneLines(name: string, more: Lines = []): Lines {
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, ...more],
    ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'TZNAME:CEST'],
    ...['DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
    ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'TZNAME:CET'],
    ...['DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
    'END:VTIMEZONE',
  ]
}

/** How a shape writes times. */
interface Times {
  readonly single: (name: string, wall: string) => string
  readonly repeated: (name: string, wall: string) => string
}

const inZone = (zone: string) => (name: string, wall: string) => `${name};TZID=${zone}:${basic(wall)}`
const asUtc = (name: string, wall: string) => `${name}:${inUtc(wall)}`
const floating = (name: string, wall: string) => `${name}:${basic(wall)}`

interface Writing {
  readonly times: Times
  readonly uid: (entry: Entry, reading: Reading) => string
  /** Of each VEVENT, beside what all have. */
  readonly more?: (entry: Entry, reading: Reading) => Lines
  readonly exdate?: (wall: string) => string
}

const timesOf = ({ isDay, hours, series }: Entry, start: string, { times }: Writing): Lines => {
  if (isDay)
    return [`DTSTART;VALUE=DATE:${day(start)}`, `DTEND;VALUE=DATE:${day(laterByDays(start, hours / 24))}`]
  const write = series === undefined ? times.single : times.repeated
  return [write('DTSTART', start), write('DTEND', later(start, hours))]
}

function eventLines(entry: Entry, reading: Reading, writing: Writing): Lines {
  const { series, isCanceled } = entry
  const own = (start: string, title: string, isOff: boolean, dates: Lines): Lines => [
    ...['BEGIN:VEVENT', ...timesOf(entry, start, writing), ...dates],
    ...[`DTSTAMP:${stamp(reading)}`, `UID:${writing.uid(entry, reading)}`],
    ...(entry.text === '' ? [] : [`DESCRIPTION:${escaped(entry.text)}`]),
    ...[`LOCATION:${escaped(entry.place)}`, `SEQUENCE:${entry.version}`],
    ...[`STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`, `SUMMARY:${escaped(title)}`],
    ...(writing.more?.(entry, reading) ?? []),
    'END:VEVENT',
  ]
  if (series === undefined) return own(entry.start, entry.title, isCanceled, [])
  const { exdate = (wall: string) => writing.times.repeated('EXDATE', wall) } = writing
  const master = own(entry.start, entry.title, isCanceled, [
    `RRULE:FREQ=WEEKLY;COUNT=${series.weeks}`,
    ...series.without.map(exdate),
  ])
  const isChanged = (at: string): ChangedDate | undefined => series.changed[at]
  const changed = occurrencesOf(entry)
    .filter(({ at }) => isChanged(at) !== undefined)
    .flatMap(({ at, start, title, isCanceled: isOff }) =>
      own(start, title, isOff, [writing.times.repeated('RECURRENCE-ID', at)]),
    )
  // Google and others name changed dates before their series.
  return [...changed, ...master]
}

const pageOf = (site: string, { key }: Entry): string => `URL:https://${site}/events/${key}/`

function shape(head: Lines, writing: Writing): IcsShape {
  return (entries, reading) =>
    file([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...head],
      ...entries.flatMap((entry) => eventLines(entry, reading, writing)),
      'END:VCALENDAR',
    ])
}

const BERLIN = 'Europe/Berlin'
const both = (write: Times['single']): Times => ({ single: write, repeated: write })

/** Calendar's public address: single times in UTC, alarms, other order with each reading. */
const google: IcsShape = (entries, reading) => {
  const write = shape(
    [
      'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
      ...['CALSCALE:GREGORIAN', 'METHOD:PUBLISH', 'X-WR-CALNAME:Town library', `X-WR-TIMEZONE:${BERLIN}`],
      'X-WR-CALDESC:',
      ...zoneLines(BERLIN, [`X-LIC-LOCATION:${BERLIN}`]),
    ],
    {
      times: { single: asUtc, repeated: inZone(BERLIN) },
      uid: ({ key, uid }) => `${(key * 7919).toString(36)}x${uid}@google.com`,
      // An exception in UTC, of a series in a zone.
      exdate: (wall) => asUtc('EXDATE', wall),
      more: (_entry, reading) => [
        ...[`CREATED:20270101T090000Z`, `LAST-MODIFIED:${stamp(reading)}`, 'TRANSP:OPAQUE'],
        ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:This is an event reminder'],
        ...['TRIGGER:-P0DT0H30M0S', 'END:VALARM'],
      ],
    },
  )
  const turn = reading.number % Math.max(1, entries.length)
  return write([...entries.slice(turn), ...entries.slice(0, turn)], reading)
}

/** Microsoft 365: zones by their names in Windows. */
const outlook = shape(
  [
    ...['METHOD:PUBLISH', 'PRODID:Microsoft Exchange Server 2010', 'X-WR-CALNAME:Club'],
    ...zoneLines('W. Europe Standard Time'),
  ],
  {
    times: both(inZone('W. Europe Standard Time')),
    uid: ({ key, uid }) =>
      `040000008200E00074C5B7101A82E00800000000${String(key * 31 + uid)
        .padStart(16, '0')
        .toUpperCase()}`,
    more: ({ isDay }) => [
      ...['CLASS:PUBLIC', 'PRIORITY:5', 'TRANSP:OPAQUE'],
      ...['X-MICROSOFT-CDO-APPT-SEQUENCE:0', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'],
      ...[`X-MICROSOFT-CDO-ALLDAYEVENT:${isDay ? 'TRUE' : 'FALSE'}`, 'X-MICROSOFT-DISALLOW-COUNTER:FALSE'],
    ],
  },
)

/** Nextcloud: a VTIMEZONE, and what the client of each event wrote. */
const nextcloud = shape(
  [
    ...['PRODID:-//SabreDAV//SabreDAV//EN', 'CALSCALE:GREGORIAN', 'X-WR-CALNAME:Parish'],
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT4H', 'X-PUBLISHED-TTL:PT4H'],
    ...zoneLines('/citadel.org/20210210_1/Europe/Berlin'),
  ],
  {
    times: both(inZone('/citadel.org/20210210_1/Europe/Berlin')),
    uid: ({ key, uid }) => `0b5c6d7e-0000-4000-8000-${String(key * 100 + uid).padStart(12, '0')}`,
    more: (_entry, reading) => [`CREATED:20270101T090000Z`, `LAST-MODIFIED:${stamp(reading)}`],
  },
)

/** Meetup: the page of each. */
const meetup = shape(
  [
    ...['PRODID:-//Meetup//RemoteApi//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...['X-ORIGINAL-URL:https://www.meetup.com/town/events/ical/', 'X-WR-CALNAME:Events - Town'],
    ...zoneLines(BERLIN, ['TZURL:http://tzurl.org/zoneinfo-outlook/Europe/Berlin']),
  ],
  {
    times: both(inZone(BERLIN)),
    uid: ({ key, uid }) => `event_${key}${uid === 0 ? '' : `_${uid}`}@meetup.com`,
    more: (entry) => ['CREATED:20270101T090000Z', pageOf('www.meetup.com', entry), 'CLASS:PUBLIC'],
  },
)

/** Localist: times in UTC, the page of each, coordinates. */
const localist = shape(
  [
    'PRODID:-//Localist//EN',
    ...['CALSCALE:GREGORIAN', 'METHOD:PUBLISH', 'X-WR-CALNAME:Campus', `X-WR-TIMEZONE:${BERLIN}`],
  ],
  {
    times: { single: asUtc, repeated: inZone(BERLIN) },
    uid: ({ key, uid }) => `tag:localist.com\\,2008:EventInstance_${key * 1000 + uid}`,
    more: (entry) => [
      ...['CATEGORIES:Lecture,Free', 'GEO:52.52;13.4', pageOf('campus.example', entry)],
      `X-LOCALIST-ID:${entry.key}`,
    ],
  },
)

/** The Events Calendar's feed: an image, the organizer, the page. */
const eventsCalendar = shape(
  [
    'PRODID:-//Town - ECPv6.8.0//NONSGML v1.0//EN',
    ...['CALSCALE:GREGORIAN', 'METHOD:PUBLISH', 'X-WR-CALNAME:Town', 'X-ORIGINAL-URL:https://wp.example'],
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H', ...zoneLines(BERLIN)],
  ],
  {
    times: both(inZone(BERLIN)),
    uid: ({ key, uid }) => `${10_000 + key}-${1_800_000_000 + uid}@wp.example`,
    more: (entry) => [
      ...['CREATED:20270101T090000Z', pageOf('wp.example', entry), 'CATEGORIES:Music'],
      `ORGANIZER;CN="Friends":MAILTO:friends@wp.example`,
    ],
  },
)

/** A small system that makes a new UID with each request, and has the page of each event. */
const changing = shape(['PRODID:-//Site builder//EN'], {
  times: both(inZone(BERLIN)),
  uid: ({ key }, { number }) => `${number}.${key}.${(number * 131 + key * 17).toString(16)}`,
  more: (entry) => [pageOf('builder.example', entry)],
})

/** Times without a zone: those of the calendar that reads. */
const withoutZone = shape(['PRODID:-//Old program//EN', 'X-WR-CALNAME:Sports'], {
  times: both(floating),
  uid: ({ key, uid }) => `${key}.${uid}`,
})

export const ICS_SHAPES = {
  google,
  outlook,
  nextcloud,
  meetup,
  localist,
  eventsCalendar,
  changing,
  withoutZone,
} as const
