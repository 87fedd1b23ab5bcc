import { describe, expect, test } from 'vitest'
import { listOf } from '../routes/calendar.ts'
import { fileCalendar, icsFile, veventLines } from './files.ts'

/*
 * Calendars with the faults that programs write, and what people mean by them.
 */

const ENDS = ['\r\n', '\n', '\r'] as const

async function brought(...lines: readonly string[]) {
  const calendar = fileCalendar()
  const report = await calendar.bring(icsFile(...lines))
  return { calendar, report, events: await calendar.events() }
}

async function one(...lines: readonly string[]) {
  const { report, events } = await brought(...veventLines('a@b', ...lines))
  expect([events.length, report.skipped]).toEqual([1, 0])
  return { report, event: events[0] ?? {} }
}

const startsOf = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.map(({ start_date }) => String(start_date).slice(0, 10))

const datesOf = async (...lines: readonly string[]) => {
  const { report, events } = await brought(...lines)
  expect(report.notes).toEqual([])
  return startsOf(events)
}

describe('lines that are broken keep guests out of texts', () => {
  test.each<[name: string, lines: readonly string[]]>([
    ['a quote that does not end', ['ATTENDEE;CN="Mia:mailto:mia@secret.example']],
    ['in lower case', ['attendee;cn="Mia:mailto:mia@secret.example']],
    ['parameters before', ['ATTENDEE;ROLE=CHAIR;CN="Mia;RSVP=TRUE:mailto:mia@secret.example']],
    ['a line break in a name', ['ATTENDEE;CN=Mia', 'Miller:mailto:mia@secret.example']],
    ['a line break in a quoted name', ['ATTENDEE;CN="Mia', 'Miller":mailto:mia@secret.example']],
    ['a fold without a blank', ['ATTENDEE;CN=Mia;ROLE=REQ-PARTI', 'CIPANT:mailto:mia@secret.example']],
    ['a fold in the address', ['ATTENDEE:mailto:mia@secr', 'et.example']],
    ['no colon', ['ATTENDEE mailto:mia@secret.example']],
    ['a blank before the colon', ['ATTENDEE;CN="Mia :mailto:mia@secret.example']],
    [
      'a colon for an equals sign',
      ['ORGANIZER;SENT-BY:"MAILTO:mia@secret.example":MAILTO:mia@secret.example'],
    ],
    [
      'an address of iCloud',
      ['X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Secret 1', '1010 secret:geo:48.2,16.3'],
    ],
    [
      'a quoted address of iCloud',
      ['X-APPLE-STRUCTURED-LOCATION;X-ADDRESS="Secret 1', '1010 secret', 'Austria":geo:48.2,16.3'],
    ],
  ])('%s', async (_name, lines) => {
    for (const last of ['DESCRIPTION:Bees', 'SUMMARY:Bees', 'LOCATION:Bees', 'COMMENT:Bees']) {
      for (const end of ENDS) {
        const calendar = fileCalendar()
        const file = icsFile(...veventLines('a@b', last, ...lines, 'URL:https://bees.example/'))
        const report = await calendar.bring(file.replaceAll('\r\n', end))
        const [event = {}] = await calendar.events()
        expect(JSON.stringify(event)).not.toMatch(/secret/i)
        expect(event.website).toBe('https://bees.example/')
        expect(report).toMatchObject({ created: 1, skipped: 0 })
      }
    }
  })

  test('what was left out is told, with the line and the name of the property alone', async () => {
    const { report } = await one('DESCRIPTION:Bees', 'ATTENDEE;CN="Mia:mailto:mia@secret.example')
    expect(report.notes).toEqual([
      {
        ...{ line: 4, key: 'a@b', title: 'Open day', reason: 'incomplete', code: 'part_left_out' },
        message: 'line 10 cannot be read, and is left out: ATTENDEE',
      },
    ])
  })
})

describe('line breaks in texts', () => {
  test('lines with a colon are text, unless they are properties', async () => {
    const { event } = await one(
      'SUMMARY:Bees',
      ...[
        'DESCRIPTION:Summer party',
        'Entry: 5',
        'Info: https://bees.example/a',
        'INFO:none',
        'Summary: wasps',
      ],
      ...['Begin: 19:00', 'Ende: 22:00', 'END: late', 'Class: beginners', 'x-large: shirts', 'Url: none'],
      'class:PRIVATE',
    )
    expect(event.title).toBe('Bees')
    expect(event.description).toBe(
      '<p>Summer party<br>Entry: 5<br>Info: https://bees.example/a<br>INFO:none<br>Summary: wasps<br>Begin: 19:00<br>' +
        'Ende: 22:00<br>END: late<br>Class: beginners<br>x-large: shirts<br>Url: none</p>',
    )
    expect(event.status).toBe('private')
  })

  test('a property in upper case is one, also of the program', async () => {
    const { event } = await one('DESCRIPTION:Bees', 'X-FOO:1', 'X-BAR;A=b:2', 'LOCATION: Town hall')
    expect([event.description, Object(event.venue).venue]).toEqual(['<p>Bees</p>', 'Town hall'])
  })
})

describe('time zones', () => {
  const NAME = '(UTC+01:00) Amsterdam\\, Berlin\\, Bern'
  const zone = (name: string) => [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:16011028T030000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
    ...['DTSTART:16010325T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ]

  test.each([
    '"(UTC+01:00) Amsterdam, Berlin, Bern"',
    '"(UTC+01:00) Amsterdam\\, Berlin\\, Bern"',
    '(UTC+01:00) Amsterdam, Berlin, Bern',
    '(UTC+01:00) Amsterdam\\, Berlin\\, Bern',
    '"(utc+01:00)  amsterdam, BERLIN,  Bern "',
    '"(UTC+01:00) Amsterdam, Berlin, Bern',
  ])('a name with commas: %s', async (written) => {
    const lines = veventLines('a@b', `DTSTART;TZID=${written}:20270710T190000`)
    const { report, events } = await brought(...zone(NAME), ...lines)
    expect(report.notes).toEqual([])
    expect(events[0]).toMatchObject({
      start_date: '2027-07-10 19:00:00',
      utc_start_date: '2027-07-10 17:00:00',
    })
  })

  const changes = (...walls: readonly (readonly [string, string, string])[]) => [
    ...['BEGIN:VTIMEZONE', 'TZID:Own'],
    ...walls.flatMap(([wall, from, to]) => [
      ...['BEGIN:DAYLIGHT', `DTSTART:${wall}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, 'END:DAYLIGHT'],
    ]),
    'END:VTIMEZONE',
  ]

  test('single changes without a rule: the zone that has them', async () => {
    const own = changes(['20270328T020000', '+0100', '+0200'], ['20271031T030000', '+0200', '+0100'])
    const event = veventLines('a@b', 'DTSTART;TZID=Own:20270710T190000')
    const { events } = await brought('X-WR-TIMEZONE:Europe/Vienna', ...own, ...event)
    expect(events[0]).toMatchObject({ start_date: '2027-07-10 19:00:00', timezone: 'Europe/Vienna' })
  })

  test('of a zone that nobody knows, by its offsets', async () => {
    const own = changes(['20270328T020000', '+0100', '+0330'], ['20271031T030000', '+0330', '+0100'])
    const event = (uid: string, day: string) => veventLines(uid, `DTSTART;TZID=Own:${day}T190000`)
    const days = [event('a@b', '20270310'), event('c@d', '20270710'), event('e@f', '20271210')]
    const { events } = await brought(...own, ...days.flat())
    expect(events.map(({ utc_start_date }) => utc_start_date)).toEqual([
      ...['2027-03-10 18:00:00', '2027-07-10 15:30:00', '2027-12-10 18:00:00'],
    ])
  })
})

describe('series of whole days', () => {
  const daily = (...more: readonly string[]) =>
    veventLines('a@b', 'DTSTART;VALUE=DATE:20270308', 'DTEND;VALUE=DATE:20270309', ...more)

  test.each([
    'EXDATE;TZID=Europe/Berlin:20270309T000000',
    'EXDATE;TZID="W. Europe Standard Time":20270309T000000',
    'EXDATE;TZID=Unknown Zone:20270309T000000',
    'EXDATE:20270309T000000Z',
    'EXDATE:20270309T000000',
    'EXDATE;VALUE=DATE:20270309',
    'exdate;tzid=Asia/Tokyo:20270309T090000',
  ])('the day alone counts in %s', async (line) => {
    expect(await datesOf(...daily('RRULE:FREQ=DAILY;COUNT=3', line))).toEqual(['2027-03-08', '2027-03-10'])
    const added = line.replace(/exdate/i, 'RDATE').replaceAll('20270309', '20270315')
    expect(await datesOf(...daily('RRULE:FREQ=DAILY;COUNT=1', added))).toEqual(['2027-03-08', '2027-03-15'])
  })

  test('a changed day with a time is the date of that day', async () => {
    const change = [
      ...['BEGIN:VEVENT', 'UID:a@b', 'RECURRENCE-ID;TZID=Europe/Berlin:20270309T000000', 'SUMMARY:Moved'],
      ...['DTSTART;VALUE=DATE:20270320', 'DTEND;VALUE=DATE:20270321', 'END:VEVENT'],
    ]
    const lines = [...daily('RRULE:FREQ=DAILY;COUNT=3'), ...change]
    expect(await datesOf(...lines)).toEqual(['2027-03-08', '2027-03-10', '2027-03-20'])
  })

  test.each(['20270310T000000Z', '20270310T235959Z', '20270310', '20270310T000000', '20270310T120000'])(
    'the last day is in UNTIL=%s',
    async (until) => {
      expect(await datesOf(...daily(`RRULE:FREQ=DAILY;UNTIL=${until}`))).toEqual([
        ...['2027-03-08', '2027-03-09', '2027-03-10'],
      ])
    },
  )
})

describe('the end of a series', () => {
  test.each([
    ['a local time in a series in UTC', 'DTSTART:20270308T190000Z', 'UNTIL=20270310T190000'],
    ['a day in a series with times', 'DTSTART;TZID=Europe/Berlin:20270308T190000', 'UNTIL=20270310'],
    ['a local time in a zone', 'DTSTART;TZID=Europe/Berlin:20270308T190000', 'UNTIL=20270310T190000'],
    ['both bounds, the last day earlier', 'DTSTART:20270308T190000', 'COUNT=9;UNTIL=20270310T190000'],
    ['both bounds, the number earlier', 'DTSTART:20270308T190000', 'UNTIL=20280310T190000;COUNT=3'],
    ['an interval of 0', 'DTSTART:20270308T190000', 'INTERVAL=0;COUNT=3'],
    ['a negative interval', 'DTSTART:20270308T190000', 'INTERVAL=-1;COUNT=3'],
    ['a place in no set', 'DTSTART:20270308T190000', 'COUNT=3;BYSETPOS=1'],
    ['in lower case', 'DTSTART:20270308T190000', 'count=3;wkst=mo'],
  ])('%s', async (_name, start, end) => {
    for (const freq of ['FREQ=DAILY', 'freq=daily', 'RRULE:FREQ=DAILY'])
      expect(await datesOf(...veventLines('a@b', start, `RRULE:${freq};${end}`))).toEqual([
        ...['2027-03-08', '2027-03-09', '2027-03-10'],
      ])
  })

  test('the same rule twice is one; two are refused, and a place in no set by its name', async () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=2'
    expect(await datesOf(...veventLines('a@b', rule, rule.toLowerCase()))).toHaveLength(2)
    const refused = async (...lines: readonly string[]) => {
      const { report } = await brought(...veventLines('a@b', ...lines))
      return report.notes.map(({ title, code, message }) => [title, code, message])
    }
    expect(await refused(rule, 'RRULE:FREQ=WEEKLY;COUNT=2')).toEqual([
      ['Open day', 'bad_rule', 'it has several different rules for its dates'],
    ])
    expect(await refused('RRULE:FREQ=MONTHLY;COUNT=2;BYSETPOS=2')).toEqual([
      ['Open day', 'refused', expect.stringContaining('BYSETPOS')],
    ])
  })

  test.each(['UNTIL=20270501T100000', 'UNTIL=20270501', 'UNTIL=20270509T235959Z'])(
    'a series that ends before it begins is no event: %s',
    async (until) => {
      const over = veventLines('a@b', `RRULE:FREQ=DAILY;${until}`)
      const next = veventLines('a@b_R2', 'DTSTART:20270510T120000', 'RRULE:FREQ=DAILY;COUNT=2')
      const { calendar, report, events } = await brought(...over, ...next)
      expect(startsOf(events)).toEqual(['2027-05-10', '2027-05-11'])
      const note = {
        key: 'a@b',
        code: 'no_dates',
        title: 'Open day',
        message: expect.stringMatching(/^its series ends/),
      }
      expect(report.notes).toMatchObject([note])
      expect((await calendar.bring(icsFile(...over, ...next))).notes).toMatchObject([note])
    },
  )

  test('with dates that are added, these are the series', async () => {
    const lines = ['RRULE:FREQ=DAILY;UNTIL=20270501', 'RDATE:20270601T100000,20270602T100000']
    expect(await datesOf(...veventLines('a@b', ...lines))).toEqual(['2027-06-01', '2027-06-02'])
  })
})

describe('texts in other encodings', () => {
  test.each<[name: string, lines: readonly string[]]>([
    ['Quoted-Printable', ['SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Restm=C3=BCll, gr=C3=BCn']],
    [
      'in another order and case',
      ['SUMMARY;encoding=quoted-printable;charset=utf-8:Restm=c3=bcll, gr=c3=bcn'],
    ],
    ['of vCalendar', ['SUMMARY;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Restm=FCll, gr=FCn']],
    [
      'over several lines',
      ['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Restm=C3=BCll, =', 'gr=C3=BC=', 'n'],
    ],
    ['Base64', ['SUMMARY;ENCODING=BASE64;CHARSET=UTF-8:UmVzdG3DvGxsLCBncsO8bg==']],
    ['Base64, named briefly', ['SUMMARY;ENCODING=B;VALUE=TEXT:UmVzdG3DvGxsLCBncsO8bg==']],
  ])('%s', async (_name, lines) => {
    const { event, report } = await one(...lines, 'DESCRIPTION:Bins')
    expect([event.title, event.description, report.notes]).toEqual(['Restmüll, grün', '<p>Bins</p>', []])
  })

  test('lines of a description are lines, and the end of the event is one', async () => {
    const { event } = await one('DESCRIPTION;ENCODING=QUOTED-PRINTABLE:One=0D=0ATwo=3D2=')
    expect(event.description).toBe('<p>One<br>Two=2</p>')
  })

  test('backslashes in names go', async () => {
    const { event } = await one('ORGANIZER;CN="Mia \\"Bee\\" Miller\\, Town":mailto:mia@bees.example')
    expect(listOf(event.organizer)).toMatchObject([{ organizer: 'Mia Bee Miller, Town' }])
  })
})

test.each([
  ['an end', '20270601T100000/20270601T130000'],
  ['a duration', '20270601T100000/PT3H'],
])('an added period has a length of its own: %s', async (_name, period) => {
  const lines = ['DTEND:20270510T110000', 'RRULE:FREQ=DAILY;COUNT=1', `RDATE;VALUE=PERIOD:${period}`]
  const { events } = await brought(...veventLines('a@b', ...lines))
  expect(events.map(({ end_date }) => end_date)).toEqual(['2027-05-10 11:00:00', '2027-06-01 13:00:00'])
})

test.each([
  ['an end', '20270601T100000/20270601= 0000'],
  ['a duration', '20270601T100000/P=3'],
])('an added period with a damaged end is a date as the others: %s', async (_name, period) => {
  const lines = ['DTEND:20270510T110000', 'RRULE:FREQ=DAILY;COUNT=1', `RDATE;VALUE=PERIOD:${period}`]
  const { report, events } = await brought(
    ...veventLines('a@b', ...lines),
    ...veventLines('c@d', 'SUMMARY:Bees'),
  )
  expect(report.skipped).toBe(0)
  expect(events.map(({ end_date }) => end_date)).toContain('2027-06-01 11:00:00')
})

describe('meetings', () => {
  const LINK = 'https://meet.bees.example/room'

  test.each<[name: string, lines: readonly string[]]>([
    ['a link as the place', [`LOCATION:${LINK}`]],
    ['of Google', [`X-GOOGLE-CONFERENCE:${LINK}`]],
    ['of Microsoft', ['LOCATION:Microsoft Teams Meeting', `X-MICROSOFT-SKYPETEAMSMEETINGURL:${LINK}`]],
    ['of the standard', [`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${LINK}`]],
    ['in the description', [`DESCRIPTION:Bees\\nJoin: ${LINK}`]],
    ['below the word', [`DESCRIPTION:Join the meeting\\n${LINK}\\nBees`]],
    ['of a description in HTML', [`DESCRIPTION:Bees<br>Join Zoom Meeting<br>${LINK}`]],
  ])('%s', async (_name, lines) => {
    const { event } = await one(...lines)
    expect(event).toMatchObject({
      is_virtual: true,
      virtual_url: LINK,
      virtual_event_type: 'virtual',
      venue: [],
    })
  })

  test('at a place, too', async () => {
    const { event } = await one(`LOCATION:Town hall\\, ${LINK}`)
    expect(event).toMatchObject({
      virtual_url: LINK,
      virtual_event_type: 'hybrid',
      venue: { venue: 'Town hall' },
    })
  })

  test.each([
    'LOCATION:https://maps.example/?q=hall',
    'LOCATION:https://www.google.com/maps/place/Hall',
    'DESCRIPTION:Join our club: https://club.example/join',
    'DESCRIPTION:More: https://bees.example/',
  ])('no meeting: %s', async (line) => {
    const { event } = await one(line)
    expect([event.is_virtual, event.venue]).toEqual([undefined, []])
  })
})

test.each([
  'DTEND:later',
  'DTEND:20270510T240000',
  'DTEND;TZID=Nowhere:20270510T120000',
  'DURATION:PT1.5H',
  'DURATION:90',
])('an end that cannot be read costs the event its end: %s', async (line) => {
  const { event, report } = await one(line)
  expect([event.start_date, event.end_date]).toEqual(['2027-05-10 10:00:00', '2027-05-10 10:00:00'])
  expect(report.notes).toMatchObject([{ title: 'Open day', code: 'no_end', reason: 'incomplete' }])
})
