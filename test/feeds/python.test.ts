import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { on, openCalendar } from '../routes/calendar.ts'
import { kindsOfEvents } from './kinds.ts'
import { type ReadEvent, readByTsIcs } from './readers.ts'

/* Feeds, read by Debian's python3-icalendar, with the zone data of the system. */

const PYTHON = process.env.PYTHON ?? '/usr/bin/python3'

const PROGRAM = `
import calendar, datetime, json, sys
import icalendar

def seconds(value):
    if isinstance(value, datetime.datetime):
        return int(value.timestamp())
    return calendar.timegm(value.timetuple())

feed = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([{
    'uid': str(event['UID']),
    'summary': str(event['SUMMARY']),
    'description': str(event['DESCRIPTION']) if 'DESCRIPTION' in event else None,
    'isAllDay': not isinstance(event['DTSTART'].dt, datetime.datetime),
    'start': seconds(event['DTSTART'].dt),
    'end': seconds((event['DTEND'] if 'DTEND' in event else event['DTSTART']).dt),
} for event in feed.walk('VEVENT')]))
`

const TITLES = `
import sys, xml.etree.ElementTree
for title in xml.etree.ElementTree.parse(sys.stdin).getroot().iterfind('channel/item/title'):
    print(title.text)
`

function missing(): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', 'import icalendar'], { stdio: 'ignore' })
    return undefined
  } catch {
    return `${PYTHON} has no icalendar (Debian: python3-icalendar)`
  }
}

function readByPython(text: string): ReadEvent[] {
  const printed = execFileSync(PYTHON, ['-c', PROGRAM], { input: text, encoding: 'utf8' })
  const events: (Omit<ReadEvent, 'description'> & { description: string | null })[] = JSON.parse(printed)
  return events.map(({ description, ...event }) => ({ ...event, description: description ?? undefined }))
}

const reason = missing()
if (reason !== undefined) console.warn(`Skipped: ${reason}`)

test.skipIf(reason !== undefined)(
  `python3-icalendar reads what ts-ics reads (${reason ?? 'installed'})`,
  async () => {
    const text = await kindsOfEvents()
    const read = readByPython(text)
    expect(read).toHaveLength(9)
    expect(read).toEqual(readByTsIcs(text))
  },
)

test.skipIf(reason !== undefined)(
  `Python's parser of XML reads the titles of RSS (${reason ?? 'installed'})`,
  async () => {
    const calendar = openCalendar()
    const titles = ['Wide: ж, 😀', 'a < b & c "d"', 'plain']
    for (const title of titles) {
      const html = title.replace(/&/g, '&amp;').replace(/</g, '&lt;')
      await calendar.make('events', on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { title: html }))
    }
    const { text } = await calendar.send('/events.rss', {}, 'visitor')
    const printed = execFileSync(PYTHON, ['-c', TITLES], { input: text, encoding: 'utf8' })
    expect(printed.trimEnd().split('\n')).toEqual(titles.toReversed())
  },
)
