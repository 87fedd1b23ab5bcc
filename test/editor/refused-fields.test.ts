import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultWords } from '../../src/apps/editor/browser/refusals.ts'
import { useLanguage } from '../../src/apps/editor/browser/texts.ts'
import { openCalendar } from '../routes/calendar.ts'

/* What the calendar says of wrong values, found by sending some to every field that the documentation names. */

const WRONG: readonly unknown[] = [
  ...['', ' ', 'x', 'x'.repeat(3000), '32 May', 'x'.repeat(2_000_000), '<b></b>', -1, 0.5, 7, 999_999],
  ...[{ id: 7 }, { x: 1 }, ['x', {}], [999_999], true, '999', 'www.example.org', 'ftp://example.org/'],
  Array.from({ length: 2000 }, (_, at) => `x${at}`),
]

/** What is said of kinds of values that the page does not send. */
const NEVER = /^(?:Invalid input|must be (?:text|true, false|an object|a number, a text))/

const EVENT = { title: 'Fair', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' }
const ROUTES = [
  ['/events', 'EventInput', EVENT],
  ['/venues', 'VenueInput', { venue: 'Hall' }],
  ['/organizers', 'OrganizerInput', { organizer: 'Club' }],
  ['/categories', 'CategoryInput', { name: 'Music' }],
  ['/tags', 'TagInput', { name: 'new' }],
] as const

describe('what is wrong with a field', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } })
    await useLanguage('de')
  })
  afterAll(async () => {
    await useLanguage('en')
    Reflect.deleteProperty(globalThis, 'document')
  })

  test.each(ROUTES)('%s: is said in German, whatever was sent', async (path, input, right) => {
    const calendar = openCalendar()
    const { body } = await calendar.ask('GET', '/doc')
    const { properties } = Object(body.components).schemas[input]
    const messages = new Map<string, string>()
    for (const name of Object.keys(properties)) {
      for (const value of WRONG) {
        const answer = await calendar.ask('POST', path, { ...right, [name]: value })
        for (const [field, message] of Object.entries(Object(answer.body.data).params ?? {}))
          messages.set(String(message), field)
      }
    }
    const inEnglish = [...messages].filter(
      ([message]) => !NEVER.test(message) && faultWords(message).includes(message),
    )
    expect(inEnglish).toEqual([])
    expect(messages.size).toBeGreaterThan(2)
  })
})
