import { Slices } from '../../../src/formats/give-way.ts'
import { readIcs } from '../../../src/formats/read-ics.ts'
import { UnreadableFile } from '../../../src/formats/unreadable-file.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

const ODD = [
  '"',
  ';',
  ':',
  ',',
  '\\',
  '=',
  '\r',
  '\n',
  '\r\n ',
  '\n\t',
  '\0',
  '\ufeff',
  '\ud800',
  '\u2028',
  '^n',
]
const TIMES = [
  ...[
    '20270510T100000',
    '20270510T100000Z',
    '20270510',
    '20271399T990000',
    '2027-05-10T10:00',
    '99991231T235959',
  ],
  ...[
    '20270328T023000',
    '00010101T000000',
    'never',
    '20270601T100000/PT3H',
    '20270601T100000/20270601T130000',
  ],
]
const NAMES = ['DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID']
const PARAMETERS = [
  ...[
    '',
    '',
    '',
    ';TZID=Europe/Berlin',
    ';TZID="(UTC+01:00) A\\, B"',
    ';TZID=(UTC+01:00) A, B',
    ';VALUE=DATE',
  ],
  ...[
    ';TZID="Own',
    ';VALUE=PERIOD',
    ';ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8',
    ';ENCODING=BASE64',
    ';X=a^nb',
  ],
]
const RULES = [
  ...['FREQ=DAILY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;COUNT=100000;UNTIL=20991231T000000Z'],
  ...[
    'FREQ=MONTHLY;BYDAY=-5MO;BYSETPOS=-1',
    'freq=weekly;interval=0',
    'FREQ=DAILY;UNTIL=20200101',
    'RRULE:FREQ=WEEKLY',
  ],
  ...['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;COUNT=9;UNTIL=20300101', 'FREQ=DAILY;BYSETPOS=2', 'FREQ=SECONDLY'],
]
const TEXTS = [
  ...[
    'Bees',
    'Join: https://meet.example/a',
    'https://maps.example/',
    'A=C3=B6=',
    'Qm9v',
    '<b>x</b><!--',
    'a\\nb\\,c',
  ],
  ...['Entry: 5', 'Begin: 19:00', '<head <body ', 'https://a.example/, Town hall'],
]
const TEXT_NAMES = [
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'X-ALT-DESC',
  'ATTENDEE',
  'CONTACT',
  'CATEGORIES',
  'X-FOO',
]
const DURATIONS = ['PT1H', 'P1W', 'PT1.5H', '-PT1H', `PT${'9'.repeat(300)}S`]

function line(dice: Dice): string {
  const text = () =>
    dice.chance(3000) ? dice.oneOf([...ODD, 'a', '<!--']).repeat(100_000) : dice.oneOf([...TEXTS, ...ODD])
  return dice.oneOf([
    () => `${dice.oneOf(NAMES)}${dice.oneOf(PARAMETERS)}:${dice.some(3, () => dice.oneOf(TIMES)).join()}`,
    () => `${dice.oneOf(['RRULE', 'rrule', 'EXRULE'])}:${dice.oneOf(RULES)}`,
    () => `${dice.oneOf(TEXT_NAMES)}${dice.oneOf(PARAMETERS)}:${text()}`,
    () => `DURATION:${dice.oneOf(DURATIONS)}`,
    () => `UID:${dice.oneOf(['a', 'b', 'c'])}`,
    text,
  ])()
}

function zone(dice: Dice): string[] {
  const offset = () => dice.oneOf(['+0100', '+0200', '-0330', '+9999', 'x'])
  const kind = dice.oneOf(['STANDARD', 'DAYLIGHT'])
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${dice.oneOf(['Own', '(UTC+01:00) A\\, B', ''])}`],
    ...dice
      .some(4, () => [
        ...[
          `BEGIN:${kind}`,
          `DTSTART:${dice.oneOf(TIMES)}`,
          `TZOFFSETFROM:${offset()}`,
          `TZOFFSETTO:${offset()}`,
        ],
        ...[dice.chance(2) ? `RRULE:${dice.oneOf(RULES)}` : `RDATE:${dice.oneOf(TIMES)}`, `END:${kind}`],
      ])
      .flat(),
    'END:VTIMEZONE',
  ]
}

/** A calendar of some events, or of thousands; some damaged. */
function calendar(dice: Dice): string {
  const event = () => [
    ...['BEGIN:VEVENT', `UID:${dice.upTo(50)}`, 'SUMMARY:Bees', `DTSTART:${dice.oneOf(TIMES)}`],
    ...dice.some(10, () => line(dice)),
    'END:VEVENT',
  ]
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...(dice.chance(2) ? zone(dice) : [])],
    ...dice.some(dice.chance(30) ? 2000 : 10, event).flat(),
    'END:VCALENDAR',
  ]
  return damagedText(dice, lines.join(dice.oneOf(['\r\n', '\n', '\r'])), ODD)
}

const BOUNDS = { size: 200_000, properties: 10_000, events: 20_000, without: [] }

await fuzz({
  make: (dice) => ({ text: calendar(dice), bounds: dice.chance(2) ? BOUNDS : undefined }),
  read: ({ text, bounds }) =>
    readIcs(text, { timezone: undefined, siteTimezone: 'Europe/Vienna', bounds }, new Slices()),
  refuses: (error) => error instanceof UnreadableFile,
})
