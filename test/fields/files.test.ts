import type { CustomFields, EventsApiOptions } from 'kalends'
import { copyCalendar, exportCalendar, exportEvents, importCalendar, importFile } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Storage } from '../../src/storage/contract.ts'
import { eventOf, listOf, openCalendar } from '../routes/calendar.ts'

/* Custom fields in exports and imports. */

const customFields = {
  event: {
    capacity: z.number(),
    note: { schema: z.string(), feed: 'X-NOTE' },
    hosts: z.array(z.string()),
    open: z.boolean(),
  },
  venue: { seats: z.number() },
  organizer: { team: z.string() },
}
const optionsOf = (fields: CustomFields): EventsApiOptions => ({
  timezone: 'America/New_York',
  now: () => new Date('2027-03-01T12:00:00Z'),
  customFields: fields,
})
const calendarOn = (storage: Storage = memoryStorage(), fields: CustomFields = customFields) => {
  const options = optionsOf(fields)
  const calendar = openCalendar(options, storage)
  return {
    ...calendar,
    storage,
    bring: (file: string) => importFile(storage, file, { calendar: options }),
    write: async (format: 'ics' | 'csv') => {
      let text = ''
      for await (const piece of exportEvents(storage, { format, calendar: options })) text += piece
      return text
    },
    shown: async () =>
      listOf((await calendar.ask('GET', '/events')).body.events).map((one) => {
        const { title, custom_fields, venue, organizer } = Object(one)
        return [title, custom_fields, venue.custom_fields, organizer[0]?.custom_fields]
      }),
  }
}

/** Titles and values of events. */
const valuesIn = (shown: readonly unknown[][]) => shown.map(([title, custom]) => [title, custom])

/** Texts that a reader of cells could take for something else. */
const NOTES = ['plain; text', '120', 'true', 'null', '"quoted"', ' padded ', '', '[1]', 'a\nb', '=1+1']

async function filled() {
  const calendar = calendarOn()
  for (const [at, note] of NOTES.entries()) {
    const fields = { capacity: at, note, hosts: ['Ann, B', '"'], open: at % 2 === 0 }
    await calendar.make('events', {
      ...eventOf({ title: `Event ${at}`, custom_fields: fields }),
      venue: { venue: 'Hall', custom_fields: { seats: 9 } },
      organizer: { organizer: 'Ann', custom_fields: { team: 'red' } },
    })
  }
  await calendar.make('events', eventOf({ title: 'Without' }))
  return calendar
}

test('CSV has a column for each field that has a value, and brings all values back', async () => {
  const from = await filled()
  const file = await from.write('csv')
  const [header = '', ...rows] = file.split('\r\n')
  expect(
    header.endsWith(',custom_fields.capacity,custom_fields.hosts,custom_fields.note,custom_fields.open'),
  ).toBe(true)
  expect(rows[0]?.endsWith(',0,"[""Ann, B"",""\\""""]","plain; text",true')).toBe(true)
  const to = calendarOn()
  expect(await to.bring(file)).toMatchObject({ created: NOTES.length + 1, notes: [], unknownColumns: [] })
  expect(valuesIn(await to.shown())).toEqual(valuesIn(await from.shown()))
  expect(await to.bring(file)).toMatchObject({ created: 0, updated: 0, unchanged: NOTES.length + 1 })
  expect(await from.bring(file)).toMatchObject({ created: 0, updated: 0, unchanged: NOTES.length + 1 })
  expect(await to.write('csv')).toBe(file)
})

test('CSV without custom fields has no such column', async () => {
  const calendar = calendarOn()
  await calendar.make('events', eventOf())
  expect(await calendar.write('csv')).not.toContain('custom_fields')
})

test('cells of people are JSON where the schema accepts that, and texts otherwise; an empty one removes the value', async () => {
  const calendar = calendarOn(memoryStorage(), {
    event: { room: z.string(), capacity: z.number(), 'A-1': z.string() },
  })
  const csv = (...rows: string[]) =>
    ['Title,Start Date,custom_fields.room,custom_fields.capacity,custom_fields.A-1', ...rows, ''].join('\n')
  expect(await calendar.bring(csv('Fair,2027-05-10,120,45,x', 'Bad,2027-05-11,,many,'))).toMatchObject({
    created: 1,
    notes: [
      {
        key: 'bad 2027-05-11',
        reason: 'invalid',
        message: expect.stringMatching(/^custom_fields\.capacity /),
      },
    ],
  })
  expect(valuesIn(await calendar.shown())).toEqual([['Fair', { room: '120', capacity: 45, 'A-1': 'x' }]])
  expect(await calendar.bring(csv('Fair,2027-05-10,,46,x'))).toMatchObject({ updated: 1 })
  expect(valuesIn(await calendar.shown())).toEqual([['Fair', { capacity: 46, 'A-1': 'x' }]])
  // A column that the file lacks leaves the field as it is.
  await calendar.bring('Title,Start Date,custom_fields.room\nFair,2027-05-10,blue\n')
  expect(valuesIn(await calendar.shown())).toEqual([['Fair', { room: 'blue', capacity: 46, 'A-1': 'x' }]])
})

test('iCalendar brings all values back, those of venues and organizers too', async () => {
  const from = await filled()
  const file = await from.write('ics')
  expect(file).toContain('X-NOTE:plain\\; text')
  const to = calendarOn()
  expect(await to.bring(file)).toMatchObject({ created: NOTES.length + 1, notes: [] })
  expect(await to.shown()).toEqual(await from.shown())
  expect(await from.bring(file)).toMatchObject({ created: 0, updated: 0 })
})

test.each(['csv', 'ics'] as const)(
  '%s: a calendar takes the fields that it declares, and leaves out others',
  async (format) => {
    const file = await (await filled()).write(format)
    const none = calendarOn(memoryStorage(), {})
    const some = calendarOn(memoryStorage(), { event: { open: z.boolean() }, venue: { other: z.string() } })
    for (const calendar of [none, some]) {
      const { created, notes, unknownColumns } = await calendar.bring(file)
      expect({ created, notes }).toEqual({ created: NOTES.length + 1, notes: [] })
      const unknown = ['capacity', 'hosts', 'note', ...(calendar === none ? ['open'] : [])]
      expect(unknownColumns).toEqual(format === 'csv' ? unknown.map((name) => `custom_fields.${name}`) : [])
    }
    const [, first] = (await some.shown())[0] ?? []
    expect(first).toEqual({ open: true })
  },
)

test('the dates of a series keep their own', async () => {
  const from = calendarOn()
  const id = await from.make('events', {
    ...eventOf({ recurrence: { rrule: 'FREQ=DAILY;COUNT=3' }, custom_fields: { capacity: 10, note: 'all' } }),
  })
  const { body } = await from.ask('GET', `/events?post_parent=${id}`)
  await from.ask('PATCH', `/events/${Object(listOf(body.events)[1]).id}`, { custom_fields: { capacity: 5 } })
  const whole = { note: 'all' }
  for (const format of ['csv', 'ics'] as const) {
    const to = calendarOn()
    expect(await to.bring(await from.write(format))).toMatchObject({ created: 1, notes: [] })
    expect((await to.shown()).map(([, custom]) => custom)).toEqual([
      { ...whole, capacity: 10 },
      { ...whole, capacity: 5 },
      { ...whole, capacity: 10 },
    ])
  }
})

test('whole calendars are copied and exported with them', async () => {
  const from = await filled()
  const [copy, imported] = [memoryStorage(), memoryStorage()]
  await copyCalendar(from.storage, copy)
  await importCalendar(imported, exportCalendar(from.storage))
  for (const storage of [copy, imported])
    expect(await calendarOn(storage).shown()).toEqual(await from.shown())
})
