import { importFile } from 'kalends/move'
import { describe, expect, test } from 'vitest'
import { fileCalendar, icsFile, veventLines } from './files.ts'

/*
 * Files that are made to stop the process, or to end the import of everything else in them.
 */

/** As an attacker writes it: fifty thousand characters. */
const MANY = 50_000

describe('a line of iCalendar', () => {
  const a = 'a'.repeat(MANY)
  test.each([
    ['a parameter without a colon', `X;A=${a}`],
    ['many parameters without a colon', `X${';A=a'.repeat(MANY / 4)}`],
    ['many quotes without a colon', `X;A=${'""'.repeat(MANY / 2)}`],
    ['an open quote', `X;A=${'"a"'.repeat(MANY / 3)}"`],
    ['semicolons alone', `X${';'.repeat(MANY)}`],
  ])('%s: a note about this one event', async (_, line) => {
    const calendar = fileCalendar()
    const { created, notes } = await calendar.bring(icsFile(...veventLines('1', line), ...veventLines('2')))
    expect(created).toBe(1)
    expect(notes).toMatchObject([
      { key: '1', reason: 'invalid', message: expect.stringContaining('cannot be read') },
    ])
  })

  test('parameters with quotes around colons and semicolons', async () => {
    const calendar = fileCalendar()
    await calendar.bring(
      icsFile(...veventLines('1', 'ORGANIZER;X-A="a;b:c"d;CN="Town; hall: ^\'A^\'":mailto:ann@town.example')),
    )
    const [event] = await calendar.events()
    expect(event?.organizer).toMatchObject([{ organizer: 'Town; hall: "A"', email: 'ann@town.example' }])
  })
})

describe('a VEVENT', () => {
  test.each([
    [
      'DURATION:PT400 digits',
      `DURATION:PT${'9'.repeat(400)}S`,
      /^it comes without its end: it ends after the year 9999/,
    ],
    [
      'DURATION of as many weeks',
      `DURATION:P${'9'.repeat(400)}W`,
      /^it comes without its end: it ends after the year 9999/,
    ],
    [
      'a DURATION that no zone has an end for',
      'DURATION:PT300000000000S',
      /^it comes without its end: it ends after the year 9999/,
    ],
    ['DTSTART with many digits', `DTSTART:${'9'.repeat(MANY)}`, /^the start is not a date/],
    ['an RRULE of many digits', `RRULE:FREQ=DAILY;COUNT=${'9'.repeat(400)}`, /recurrence/],
    ['a UID with a NUL', 'UID:a\0b', /uid/],
    ['a UID of many characters', `UID:${'u'.repeat(MANY)}`, /uid/],
    ['a summary with a NUL', 'SUMMARY:a\0b', /title/],
    ['a summary with half a character', 'SUMMARY:a\ud800b', /title/],
    ['a summary of many characters', `SUMMARY:${'a'.repeat(MANY)}`, /title/],
    ['a place of blanks', `LOCATION:a${' '.repeat(MANY)}b`, /venue/],
    ['a text of open comments', `X-ALT-DESC:${'<!--'.repeat(MANY / 4)}<head`, undefined],
    ['a text of open heads', `X-ALT-DESC:${'<head <body '.repeat(MANY / 8)}`, undefined],
  ])('%s stops no other', async (_, line, message) => {
    const calendar = fileCalendar()
    const own = line.startsWith('UID')
      ? veventLines('x', line).filter((one) => one !== 'UID:x')
      : veventLines('x', line)
    const { created, notes } = await calendar.bring(icsFile(...own, ...veventLines('2')))
    expect(created).toBe(message === undefined || notes[0]?.reason === 'incomplete' ? 2 : 1)
    expect(notes.map((note) => note.message)).toEqual(
      message === undefined ? [] : [expect.stringMatching(message)],
    )
    // The report can be shown.
    expect(notes.every(({ key }) => key.length <= 1000)).toBe(true)
  })
})

describe('CSV', () => {
  const header = 'Event Name,Event Start Date,Event Description'

  test('a cell of 20 MB', async () => {
    const calendar = fileCalendar()
    const cell = `"${'a""'.repeat(7_000_000)}"`
    const { created, notes } = await calendar.bring(`${header}\nJazz,2027-05-10,${cell}\nChoir,2027-05-11,`)
    expect(created).toBe(1)
    expect(notes).toMatchObject([
      { line: 2, reason: 'invalid', message: expect.stringContaining('description') },
    ])
  })

  test('a list of 20 MB', async () => {
    const calendar = fileCalendar()
    const list = 'a\\,'.repeat(7_000_000)
    const { notes } = await calendar.bring(
      `Event Name,Event Start Date,Event Tags\nJazz,2027-05-10,"${list}"`,
    )
    expect(notes).toMatchObject([{ line: 2, reason: 'invalid' }])
  })

  test('a header with a thousand columns and more is refused, as each row would be as long', async () => {
    const columns = Array.from({ length: 1001 }, () => 'Title').join()
    await expect(fileCalendar().bring(`${columns}\na`)).rejects.toThrow(
      'has 1001 columns, and at most 1000 are read',
    )
  })

  test('changed dates of one series, as many as you like', async () => {
    const calendar = fileCalendar()
    const rows = Array.from({ length: 20_000 }, (_, at) => `1,Jazz,2027-05-10,2027-05-10 0${at % 10}:00,`)
    const text = [
      'UID,Event Name,Event Start Date,Recurrence ID,RRULE',
      '1,Jazz,2027-05-10,,FREQ=DAILY;COUNT=2',
      ...rows,
    ].join('\n')
    const { created, notes } = await calendar.bring(text)
    expect(created).toBe(1)
    expect(notes.length).toBeGreaterThan(0)
  })
})

describe('while a long file is read', () => {
  const rows = `Event Name,Event Start Date\n${','.repeat(100)}${',\n'.repeat(1_000_000)}`
  const lines = icsFile(Array.from({ length: 300_000 }, () => 'X-A:b').join('\n'))
  const events = icsFile(...Array.from({ length: 5000 }, (_, at) => veventLines(`${at}`)).flat())
  const series = icsFile(
    ...Array.from({ length: 20 }, (_, at) => veventLines(`${at}`, 'RRULE:FREQ=DAILY')).flat(),
  )

  test.each([
    ['empty rows', rows],
    ['lines', lines],
    ['events', events],
    ['series', series],
  ])('of %s, others run, and an abort ends it', async (_, text) => {
    const calendar = fileCalendar()
    const controller = new AbortController()
    let turns = 0
    const others = setInterval(() => {
      turns++
      if (turns === 2) controller.abort(new Error('enough'))
    })
    await expect(importFile(calendar.storage, text, { signal: controller.signal })).rejects.toThrow('enough')
    clearInterval(others)
    expect(turns).toBeGreaterThanOrEqual(2)
    expect(await calendar.storage.count('event', {})).toBeLessThan(5000)
  })
})
