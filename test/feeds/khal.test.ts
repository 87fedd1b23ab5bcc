import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kindsOfEvents } from './kinds.ts'
import { type ReadEvent, readByTsIcs } from './readers.ts'

/* A feed in a calendar program for people: Debian's khal imports it and lists the events of a year. */

const KHAL = process.env.KHAL ?? '/usr/bin/khal'

const FIELD = '\u001f'
const EVENT = '\u001e'
const FORMAT = `{uid}${FIELD}{title}${FIELD}{description}${FIELD}{all-day}${FIELD}{start-long-full}${FIELD}{end-long-full}${EVENT}`

const settings = (folder: string) => `
[calendars]
[[feed]]
path = ${folder}/feed
type = calendar
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M:%S
dateformat = %m-%d
longdateformat = %Y-%m-%d
datetimeformat = %m-%d %H:%M:%S
longdatetimeformat = %Y-%m-%dT%H:%M:%SZ
[sqlite]
path = ${folder}/khal.db
`

function missing(): string | undefined {
  try {
    execFileSync(KHAL, ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return `there is no ${KHAL} (Debian: khal)`
  }
}

const DAY = 86_400
const seconds = (text = '') => Date.parse(text) / 1000

function readByKhal(feed: string): ReadEvent[] {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-khal-'))
  try {
    mkdirSync(join(folder, 'feed'))
    writeFileSync(join(folder, 'settings'), settings(folder))
    writeFileSync(join(folder, 'feed.ics'), feed)
    const khal = (...parameters: string[]) =>
      execFileSync(KHAL, ['-c', join(folder, 'settings'), ...parameters], {
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    khal('import', '--batch', '-a', 'feed', join(folder, 'feed.ics'))
    const printed = khal('list', '--once', '--day-format', '', '--format', FORMAT, '2027-01-01', '2028-01-01')
    return printed
      .split(EVENT)
      .filter((one) => one.trim() !== '')
      .map((one) => {
        const [uid = '', summary = '', description, allDay, start, end] = one.trimStart().split(FIELD)
        const isAllDay = allDay === 'True'
        return {
          uid,
          summary,
          description: description === '' ? undefined : description,
          isAllDay,
          start: seconds(start),
          // The last day, where the feed has the day after it.
          end: seconds(end) + (isAllDay ? DAY : 0),
        }
      })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const byUid = (a: ReadEvent, b: ReadEvent) => a.uid.localeCompare(b.uid)

const reason = missing()
if (reason !== undefined) console.warn(`Skipped: ${reason}`)

test.skipIf(reason !== undefined)(`khal shows what ts-ics reads (${reason ?? 'installed'})`, async () => {
  // Of an event without duration, khal makes one of an hour.
  const text = await kindsOfEvents({ shortest: 'an hour' })
  const read = readByKhal(text)
  expect(read).toHaveLength(9)
  expect(read.sort(byUid)).toEqual(readByTsIcs(text).sort(byUid))
})
