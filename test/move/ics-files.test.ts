import { MoveError } from 'kalends/move'
import { describe, expect, test } from 'vitest'
import { idOf, idsIn, listOf, on } from '../routes/calendar.ts'
import { fileCalendar, icsFile, veventLines } from './files.ts'

/*
 * Files as the programs of others write them.
 */

/** The only event after the import of its lines. */
async function imported(...lines: readonly string[]) {
  const calendar = fileCalendar()
  const report = await calendar.bring(icsFile(...veventLines('a@b', ...lines)))
  const [event] = await calendar.events()
  return { report, event: event ?? {} }
}

const times = ({
  start_date,
  end_date,
  utc_start_date,
  timezone,
  all_day,
}: Readonly<Record<string, unknown>>) => [...[start_date, end_date, utc_start_date, timezone, all_day]]

describe('times', () => {
  const zone = (tzid: string, ...more: readonly string[]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...more,
    ...['BEGIN:STANDARD', 'DTSTART:16011028T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010325T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT'],
    'END:VTIMEZONE',
  ]

  test.each([
    ['a name of the tz database', 'Europe/Berlin', 'Europe/Berlin', []],
    ['Windows', 'W. Europe Standard Time', 'Europe/Berlin', zone('W. Europe Standard Time')],
    ['its rules alone', 'Customized Time Zone', 'Europe/Budapest', zone('Customized Time Zone')],
    ['Windows, without a VTIMEZONE', 'Romance Standard Time', 'Europe/Paris', []],
    ['Evolution', '/freeassociation.sourceforge.net/Europe/Rome', 'Europe/Rome', []],
    ['three parts', '/citadel.org/20210210_1/America/Argentina/Salta', 'America/Argentina/Salta', []],
    [
      'a name beside it',
      'Mitteleuropa',
      'Europe/Vienna',
      zone('Mitteleuropa', 'X-LIC-LOCATION:Europe/Vienna'),
    ],
  ])('in a zone by %s', async (_name, tzid, expected, component) => {
    const calendar = fileCalendar()
    const event = veventLines(
      'a@b',
      `DTSTART;TZID="${tzid}":20270510T190000`,
      `DTEND;TZID=${tzid}:20270510T200000`,
    )
    expect((await calendar.bring(icsFile(...component, ...event))).notes).toEqual([])
    const [first = {}] = await calendar.events()
    const [start, end, , timezone] = times(first)
    expect([start, end, timezone]).toEqual(['2027-05-10 19:00:00', '2027-05-10 20:00:00', expected])
  })

  test('in a zone without summer time by its offset', async () => {
    const calendar = fileCalendar()
    const component = [
      ...['BEGIN:VTIMEZONE', 'TZID:Here', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0530'],
      ...['TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    await calendar.bring(icsFile(...component, ...veventLines('a@b', 'DTSTART;TZID=Here:20270510T190000')))
    const [first = {}] = await calendar.events()
    expect([first.timezone, first.utc_start_date]).toEqual(['UTC+5:30', '2027-05-10 13:30:00'])
  })

  test('an unknown zone is refused with its name, not taken for UTC', async () => {
    const calendar = fileCalendar()
    const unknown = veventLines('lost@b', 'DTSTART;TZID=Customized Time Zone:20270510T190000')
    const file = icsFile(...zone('Another'), ...unknown, ...veventLines('good@b'))
    const report = await calendar.bring(file)
    const message = 'the time zone is not known: Customized Time Zone'
    expect(report.notes).toEqual([
      { key: 'lost@b', line: 19, title: 'Open day', reason: 'time zone', code: 'unknown_zone', message },
    ])
    expect([report.created, report.skipped, report.read]).toEqual([1, 1, 2])
  })

  test('rules of a VTIMEZONE: the zone of the calendar that has them, or none if nobody has', async () => {
    const calendar = fileCalendar()
    const [european, american] = [
      zone('Own'),
      zone('Own').map((line) => line.replace('BYDAY=-1SU', 'BYDAY=2SU')),
    ]
    const event = (uid: string) => veventLines(uid, 'DTSTART;TZID=Own:20270510T190000')
    await calendar.bring(icsFile('X-WR-TIMEZONE:Europe/Berlin', ...european, ...event('a@b')))
    expect((await calendar.events()).map(({ timezone }) => timezone)).toEqual(['Europe/Berlin'])
    expect((await calendar.bring(icsFile(...american, ...event('c@d')))).notes).toMatchObject([
      { key: 'c@d', reason: 'time zone' },
    ])
  })

  test('floating and in UTC: on the clock of the calendar, or of an option', async () => {
    const { event: floating } = await imported('DTSTART:20270510T190000', 'DURATION:PT1H30M')
    expect(times(floating)).toEqual([
      '2027-05-10 19:00:00',
      '2027-05-10 20:30:00',
      '2027-05-10 23:00:00',
      'America/New_York',
      false,
    ])
    const { event: utc } = await imported('DTSTART:20270510T190000Z', 'DTEND:20270510T203000Z')
    expect(times(utc)).toEqual([
      '2027-05-10 15:00:00',
      '2027-05-10 16:30:00',
      '2027-05-10 19:00:00',
      'America/New_York',
      false,
    ])
    const calendar = fileCalendar()
    const file = icsFile('X-WR-TIMEZONE:Asia/Tokyo', ...veventLines('a@b', 'DTSTART:20270510T190000Z'))
    await calendar.bring(file)
    expect((await calendar.events())[0]?.start_date).toBe('2027-05-11 04:00:00')
    await calendar.bring(file.replace('a@b', 'c@d'), { timezone: 'Europe/Berlin' })
    expect((await calendar.events()).map(({ timezone }) => timezone)).toEqual(['Europe/Berlin', 'Asia/Tokyo'])
  })

  test.each([
    ['before the start', ['DTSTART:20270510T190000', 'DTEND:20270510T010000']],
    ['back in time', ['DTSTART:20270510T190000', 'DURATION:-PT1H']],
    ['empty', ['DTSTART:20270510T190000', 'DTEND:']],
    ['without seconds', ['DTSTART:20270510T1900', 'DTEND:20270510T1900']],
    ['as in ISO 8601', ['DTSTART:2027-05-10T19:00:00']],
  ])('an end, or a time, that is written wrongly costs no event: %s', async (_name, lines) => {
    const { event } = await imported(...lines)
    expect(times(event).slice(0, 2)).toEqual(['2027-05-10 19:00:00', '2027-05-10 19:00:00'])
  })

  test('an hour that occurs twice: the second one', async () => {
    const { event } = await imported('DTSTART:20271107T063000Z')
    expect(times(event).slice(0, 3)).toEqual([
      '2027-11-07 01:30:00',
      '2027-11-07 01:30:00',
      '2027-11-07 06:30:00',
    ])
  })

  test.each([
    ['one', ['DTSTART;VALUE=DATE:20270510'], '2027-05-10 23:59:59'],
    [
      'one, with its end',
      ['DTSTART;VALUE=DATE:20270510', 'DTEND;VALUE=DATE:20270511'],
      '2027-05-10 23:59:59',
    ],
    ['three', ['DTSTART;VALUE=DATE:20270510', 'DTEND;VALUE=DATE:20270513'], '2027-05-12 23:59:59'],
    ['two by a duration', ['DTSTART;VALUE=DATE:20270510', 'DURATION:P2D'], '2027-05-11 23:59:59'],
    ['one without VALUE', ['DTSTART:20270510'], '2027-05-10 23:59:59'],
    ['one that is written as a time', ['DTSTART;VALUE=DATE:20270510T000000'], '2027-05-10 23:59:59'],
    [
      'one of Exchange',
      ['DTSTART:20270510T000000', 'DTEND:20270511T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
      '2027-05-10 23:59:59',
    ],
    [
      'one that ends at a time',
      ['DTSTART;VALUE=DATE:20270510', 'DTEND:20270510T200000'],
      '2027-05-10 23:59:59',
    ],
    [
      'one that ends before',
      ['DTSTART;VALUE=DATE:20270510', 'DTEND;VALUE=DATE:20270509'],
      '2027-05-10 23:59:59',
    ],
  ])('whole days: %s', async (_name, lines, end) => {
    const { event } = await imported(...lines)
    expect(times(event)).toEqual([
      '2027-05-10 00:00:00',
      end,
      '2027-05-10 04:00:00',
      'America/New_York',
      true,
    ])
  })

  test('a duration of a day is a day on the clock, one of 24 hours is not', async () => {
    const start = 'DTSTART;TZID=America/New_York:20270313T120000'
    expect((await imported(start, 'DURATION:P1D')).event.end_date).toBe('2027-03-14 12:00:00')
    expect((await imported(start, 'DURATION:PT24H')).event.end_date).toBe('2027-03-14 13:00:00')
    expect((await imported(start, 'DURATION:P1W')).event.end_date).toBe('2027-03-20 12:00:00')
  })

  test('an end in another zone', async () => {
    const { event } = await imported(
      'DTSTART;TZID=America/New_York:20270510T190000',
      'DTEND;TZID=Europe/London:20270511T070000',
    )
    expect(event.end_date).toBe('2027-05-11 02:00:00')
  })
})

describe('fields', () => {
  test('texts are plain, and their lines are paragraphs', async () => {
    const { event } = await imported(
      'SUMMARY;LANGUAGE=en:Fish & <Chips>\\, twice\\; or\\nmore',
      'DESCRIPTION:One\\ntwo\\n\\nthree <3 & a\\\\b',
    )
    expect(event.title).toBe('Fish &amp; &lt;Chips&gt;, twice; or more')
    expect(event.description).toBe('<p>One<br>two</p>\n<p>three &lt;3 &amp; a\\b</p>')
  })

  test('HTML counts where there is some, and is sanitized', async () => {
    const page =
      '<!DOCTYPE HTML><HTML><HEAD><STYLE>p {}</STYLE></HEAD><BODY><P>Bold <B>x</B></P><script>1</script></BODY></HTML>'
    const outlook = await imported('DESCRIPTION:Bold x', `X-ALT-DESC;FMTTYPE=text/html:${page}`)
    expect(outlook.event.description).toBe('<p>Bold <b>x</b></p>')
    const google = await imported('DESCRIPTION:<b>Bold</b><br>two<script>alert(1)</script>')
    expect(google.event.description).toBe('<p><b>Bold</b><br>two</p>')
  })

  test('places, people, terms, addresses', async () => {
    const { event } = await imported(
      'LOCATION:Town Hall\\n5 Main St\\, Springfield',
      'GEO:52.5;13.4',
      'ORGANIZER;CN="Anna ^\'B^\' Bee":MAILTO:anna@example.org',
      'CONTACT:Bob\\, +49 30 1234\\, bob@example.org\\, https://bob.example/',
      'CATEGORIES:Music\\, live,2027',
      'CATEGORIES:Family',
      'URL:https://fair.example/?a=1',
      'ATTACH;FMTTYPE=application/pdf:https://x.example/a.pdf',
      'ATTACH;FMTTYPE=image/png:https://x.example/a.png',
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'DESCRIPTION:Reminder',
      'END:VALARM',
    )
    expect(event).toMatchObject({
      venue: { venue: 'Town Hall, 5 Main St, Springfield', geo_lat: 52.5, geo_lng: 13.4 },
      organizer: [
        { organizer: 'Anna "B" Bee', email: 'anna@example.org' },
        { organizer: 'Bob', phone: '+49 30 1234', email: 'bob@example.org', website: 'https://bob.example/' },
      ],
      website: 'https://fair.example/?a=1',
      image: { url: 'https://x.example/a.png' },
      description: '',
      status: 'publish',
    })
    expect(listOf(event.categories).map((term) => Object(term).name)).toEqual([
      '2027',
      'Family',
      'Music, live',
    ])
  })

  test('a venue, an organizer and a term are made once', async () => {
    const calendar = fileCalendar()
    const lines = ['LOCATION:Hall', 'ORGANIZER;CN=Anna:mailto:a@b.example', 'CATEGORIES:Music,12']
    await calendar.bring(icsFile(...veventLines('1', ...lines), ...veventLines('2', ...lines)))
    for (const collection of ['venues', 'organizers']) {
      expect((await calendar.ask('GET', `/${collection}`)).body.total).toBe(1)
    }
    expect((await calendar.ask('GET', '/categories')).body.total).toBe(2)
  })

  test.each([
    'ORGANIZER:mailto:ann@private.example',
    'ORGANIZER;CN=:MAILTO:ann@private.example',
    'ORGANIZER;CN=ann@private.example:mailto:ann@private.example',
    'ORGANIZER;CN="mailto:ann@private.example";SENT-BY="mailto:b@private.example":mailto:ann@private.example',
    'organizer;cn=" ann@private.example ":ann@private.example',
  ])('somebody of whom only the mail address is said is not shown: %s', async (line) => {
    const { event } = await imported(line)
    expect(event.organizer).toEqual([])
    expect(JSON.stringify(event)).not.toContain('private.example')
  })

  test('a private event is private', async () => {
    expect((await imported('CLASS:CONFIDENTIAL')).event.status).toBe('private')
  })
})

describe('a series', () => {
  const weekly = (...more: readonly string[]) =>
    veventLines(
      'choir@b',
      'DTSTART;TZID=Europe/Berlin:20270302T190000',
      'DTEND;TZID=Europe/Berlin:20270302T210000',
      ...more,
    )
  const starts = async (file: string) => {
    const calendar = fileCalendar()
    const { notes } = await calendar.bring(file)
    return {
      notes,
      starts: (await calendar.events()).map(({ start_date, title }) => `${start_date} ${title}`),
    }
  }

  test('has the dates of its rule, but for those that are excluded and moved', async () => {
    const of = (id: string, ...lines: readonly string[]) =>
      veventLines('choir@b', `RECURRENCE-ID;${id}`, ...lines)
    const file = icsFile(
      // A change may come before its series.
      ...of(
        'TZID=Europe/Berlin:20270309T190000',
        'SUMMARY:Moved',
        'DTSTART;TZID=Europe/Berlin:20270310T200000',
      ),
      ...weekly(
        'RRULE:FREQ=WEEKLY;COUNT=6',
        'EXDATE;TZID=Europe/Berlin:20270316T190000',
        'RDATE;TZID=Europe/Berlin:20270318T200000',
      ),
      ...of(
        'TZID=America/New_York:20270323T140000',
        'SUMMARY:Cancelled',
        'STATUS:CANCELLED',
        'DTSTART;TZID=Europe/Berlin:20270323T190000',
      ),
      ...of('VALUE=DATE:20270330', 'SUMMARY:By day', 'DTSTART;TZID=Europe/Berlin:20270330T190000'),
      ...of('TZID=Europe/Berlin:20280330T190000', 'SUMMARY:Never'),
    )
    const read = await starts(file)
    expect(read.starts).toEqual([
      '2027-03-02 19:00:00 Open day',
      '2027-03-10 20:00:00 Moved',
      '2027-03-18 20:00:00 Open day',
      '2027-03-23 19:00:00 Cancelled',
      '2027-03-30 19:00:00 By day',
      '2027-04-06 19:00:00 Open day',
    ])
    expect(read.notes).toMatchObject([{ key: 'choir@b', reason: 'no such date' }])
  })

  test.each([
    ['UNTIL in UTC', 'RRULE:FREQ=WEEKLY;UNTIL=20270316T180000Z', ['03-02', '03-09', '03-16']],
    [
      'a start that the rule does not name',
      'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=WE',
      ['03-02', '03-03', '03-10'],
    ],
    [
      'added dates alone',
      'RDATE;TZID=Europe/Berlin:20270305T190000,20270306T190000',
      ['03-02', '03-05', '03-06'],
    ],
  ])('%s', async (_name, line, days) => {
    expect((await starts(icsFile(...weekly(line)))).starts).toEqual(
      days.map((day) => `2027-${day} 19:00:00 Open day`),
    )
  })

  test('in UTC, it stays at its time in UTC', async () => {
    const file = icsFile(...veventLines('a@b', 'DTSTART:20270308T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'))
    expect((await starts(file)).starts).toEqual([
      '2027-03-08 19:00:00 Open day',
      '2027-03-15 19:00:00 Open day',
    ])
  })

  test('changed dates without their series are events', async () => {
    const change = veventLines(
      'choir@b',
      'RECURRENCE-ID:20270309T190000Z',
      'DTSTART:20270310T190000Z',
      'SUMMARY:Alone',
    )
    expect((await starts(icsFile(...change))).starts).toEqual(['2027-03-10 14:00:00 Alone'])
  })

  test.each([
    ['hourly', 'RRULE:FREQ=HOURLY', /recurrence rrule has a wrong FREQ/],
    ['two rules', 'RRULE:FREQ=DAILY;COUNT=2\r\nRRULE:FREQ=WEEKLY;COUNT=2', /several different rules/],
    ['an excluding rule', 'RRULE:FREQ=DAILY;COUNT=2\r\nEXRULE:FREQ=WEEKLY', /a rule for dates to leave out/],
  ])('%s is noted', async (_name, line, message) => {
    const { notes } = await starts(icsFile(...weekly(line)))
    expect(notes).toMatchObject([
      { key: 'choir@b', reason: 'invalid', message: expect.stringMatching(message) },
    ])
  })
})

describe('files', () => {
  const text = icsFile('X-WR-CALNAME:Town', ...veventLines('a@b', 'SUMMARY:Grüße 🎪 long'.padEnd(100, 'ä')))
  const bytes = (content: string) => new TextEncoder().encode(content)

  test.each([
    ['with LF', text.replaceAll('\r\n', '\n')],
    ['with CR', text.replaceAll('\r\n', '\r')],
    ['with a byte order mark', `\uFEFF${text}`],
    ['as bytes', bytes(text)],
    [
      'in lower case',
      text
        .replace('BEGIN:VEVENT', 'begin:vevent')
        .replace('END:VEVENT', 'end:vevent')
        .replace('SUMMARY', 'summary'),
    ],
    ['with empty lines', text.replaceAll('\r\n', '\r\n\r\n')],
    ['folded between the bytes of a character', foldedBytes(bytes(text))],
    ['in UTF-16', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
  ])('%s', async (_name, file) => {
    const calendar = fileCalendar()
    expect(await calendar.bring(file)).toMatchObject({ created: 1, notes: [] })
    expect((await calendar.events())[0]?.title).toBe('Grüße 🎪 long'.padEnd(92, 'ä'))
  })

  test('in another encoding: refused, unless it is named', async () => {
    const calendar = fileCalendar()
    const latin = new Uint8Array(Buffer.from(icsFile(...veventLines('a@b', 'SUMMARY:Grüße')), 'latin1'))
    await expect(calendar.bring(latin)).rejects.toThrow(
      'the file is not utf-8: save it as UTF-8, or name its encoding',
    )
    expect(await calendar.bring(latin, { encoding: 'windows-1252' })).toMatchObject({ created: 1 })
    expect((await calendar.events())[0]?.title).toBe('Grüße')
  })

  test.each([
    ['cut off in an event', text.slice(0, -40), /cut off: the VEVENT of line 5 has no end/],
    [
      'cut off between events',
      text.replace('END:VCALENDAR\r\n', ''),
      /cut off: the VCALENDAR of line 1 has no end/,
    ],
    ['with the wrong end', text.replace('END:VEVENT', 'END:VTODO'), /line \d+: the file is damaged/],
    ['with noise', text.replace('X-WR-CALNAME:Town', 'noise'), /line 4: the file is damaged/],
    ['of another kind', '<html></html>', /neither iCalendar, nor CSV/],
    ['empty', '', /neither iCalendar, nor CSV/],
    ['too large', text, /larger than 100 bytes/],
  ])('%s: refused, and nothing is written', async (name, file, message) => {
    const calendar = fileCalendar()
    const refused = calendar.bring(file, name === 'too large' ? { maxSize: 100 } : {})
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(MoveError)
    expect(await calendar.events()).toEqual([])
  })

  test('events that are wrong are noted with line, UID and reason, and do not stop the others', async () => {
    const calendar = fileCalendar()
    const file = icsFile(
      ...veventLines('one', 'this is no property'),
      ...veventLines('two', 'DTSTART:20271399T990000'),
      ...veventLines('three', 'SUMMARY:'),
      ...veventLines('four', 'RRULE:FREQ=NEVER'),
      ...['BEGIN:VEVENT', 'UID:five', 'SUMMARY:No start', 'END:VEVENT'],
      ...veventLines('six', 'DURATION:-PT1H'),
      ...veventLines('six', 'DESCRIPTION:Again', 'SEQUENCE:0'),
      ...veventLines('seven'),
    )
    const { notes, ...report } = await calendar.bring(file)
    expect(notes.map(({ key, line, reason, message }) => [key, line, reason, message])).toEqual([
      ['one', 4, 'invalid', 'line 9 cannot be read'],
      ['two', 11, 'invalid', 'the start is not a date: 20271399T990000'],
      ['five', 30, 'invalid', 'it has no start'],
      ['six', 34, 'repeated', 'another event in the file has this UID'],
      ['three', 17, 'invalid', 'title must not be empty'],
      ['four', 23, 'invalid', expect.stringContaining('recurrence rrule has a wrong FREQ')],
    ])
    expect(report).toMatchObject({ read: 8, created: 2, skipped: 6 })
  })

  test('several events with one UID are all brought, and known by what tells them apart', async () => {
    const calendar = fileCalendar()
    const [first, second, third] = [
      veventLines('same'),
      veventLines('same', 'DTSTART:20270517T100000'),
      veventLines('same', 'LOCATION:Town hall'),
    ]
    const report = await calendar.bring(icsFile(...first, ...second, ...third))
    expect(report).toMatchObject({ created: 3, notes: [] })
    const again = await calendar.bring(icsFile(...third, ...second, ...first))
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3, notes: [] })
  })

  test('line breaks in a text, as some programs write them', async () => {
    const calendar = fileCalendar()
    const file = icsFile(
      'X-WR-CALDESC:Of the',
      '(old) town',
      ...veventLines('a@b', 'DESCRIPTION:Come', '(all)!'),
    )
    expect(await calendar.bring(`${file}<!-- cached -->\r\n`)).toMatchObject({ created: 1, notes: [] })
    expect((await calendar.events())[0]?.description).toContain('Come<br>(all)!')
  })

  test('a rule with parts that say nothing', async () => {
    const calendar = fileCalendar()
    const rules = ['FREQ=WEEKLY;COUNT=2;', 'FREQ=WEEKLY;COUNT=2;BYMONTH=;BYSECOND=0;X-A=1']
    const events = rules.flatMap((rule, n) => veventLines(`${n}`, `RRULE:${rule}`, `LOCATION:Room ${n}`))
    expect(await calendar.bring(icsFile(...events, ...veventLines('once', 'RRULE:')))).toMatchObject({
      created: 3,
      notes: [],
    })
  })

  test('an event without a UID is known by its title and start', async () => {
    const calendar = fileCalendar()
    const file = icsFile(...veventLines('x').filter((line) => !line.startsWith('UID')))
    expect(await calendar.bring(file)).toMatchObject({ created: 1 })
    expect(await calendar.bring(file)).toMatchObject({ created: 0, unchanged: 1 })
  })

  test('what the API refuses to a user is noted', async () => {
    const calendar = fileCalendar()
    const report = await calendar.bring(icsFile(...veventLines('a@b')), {
      principal: { id: 5, role: 'subscriber' },
    })
    expect(report).toMatchObject({ created: 0, skipped: 1, notes: [{ key: 'a@b', reason: 'invalid' }] })
  })
})

/** Folded after every 20 bytes. */
function foldedBytes(bytes: Uint8Array): Uint8Array {
  const folded: number[] = []
  let size = 0
  for (const [at, byte] of bytes.entries()) {
    const next = bytes[at + 1]
    if (size === 75 && byte !== 13 && byte !== 10) {
      folded.push(13, 10, 32)
      size = 0
    }
    folded.push(byte)
    size = next === 10 || byte === 10 ? 0 : size + 1
  }
  return new Uint8Array(folded)
}

test('the feed of a calendar, imported there, changes none of its events, and makes its copies once', async () => {
  const calendar = fileCalendar()
  await calendar.make('events', on('2027-05-10 10:00'))
  const series = await calendar.make(
    'events',
    on('2027-06-10 10:00', undefined, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } }),
  )
  const { text } = await calendar.send('/events.ics', {}, 'visitor')
  const options = { calendar: { timezone: 'America/New_York', baseUrl: 'https://calendar.example' } }
  expect(await calendar.bring(text, options)).toMatchObject({ read: 3, created: 3, updated: 0 })
  expect(await calendar.bring(text, options)).toMatchObject({ read: 3, created: 0, updated: 0 })
  const { body } = await calendar.ask('GET', `/events?post_parent=${series}`)
  expect(idsIn(body, 'events')).toEqual([3, 4])
  expect(idOf((await calendar.ask('GET', '/events/1')).body)).toBe(1)
  const { text: after } = await calendar.send('/events.ics', {}, 'visitor')
  const uids = after.match(/^UID:.*/gm) ?? []
  expect([uids.length, new Set(uids).size]).toEqual([6, 6])
})
