import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { exportCalendar } from 'kalends/move'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import { idOf, on } from '../routes/calendar.ts'
import { libsqlMemory } from '../setup/databases.ts'
import { fileCalendar, icsFile, veventLines } from './files.ts'

/*
 * A file that is imported again: what it says as before is not written, what it changed is.
 */

const counts = ({
  created,
  updated,
  unchanged,
  trashed,
  skipped,
}: Awaited<ReturnType<ReturnType<typeof fileCalendar>['bring']>>) => ({
  ...{ created, updated, unchanged, trashed, skipped },
})
const none = { created: 0, updated: 0, unchanged: 0, trashed: 0, skipped: 0 }

describe.each([
  ['memory', memoryStorage],
  ['SQLite', () => sqlStorage(libsqlMemory().client)],
  ['a key-value store', () => keyValueStorage(memoryKeyValue())],
])('in %s', (_name, open) => {
  test('1,000 events once, whoever imports them, and a change of one', async () => {
    const calendar = fileCalendar(open())
    await calendar.api.migrate()
    const event = (n: number) => veventLines(`event-${n}@town`, `SUMMARY:Event ${n}`)
    const lines = Array.from({ length: 1000 }, (_, n) => event(n)).flat()
    expect(counts(await calendar.bring(icsFile(...lines)))).toEqual({ ...none, created: 1000 })
    expect(counts(await calendar.bring(icsFile(...lines)))).toEqual({ ...none, unchanged: 1000 })
    const changed = icsFile(...lines).replace('SUMMARY:Event 999', 'SUMMARY:Changed')
    expect(counts(await calendar.bring(changed))).toEqual({ ...none, unchanged: 999, updated: 1 })
    expect((await calendar.ask('GET', '/events?search=Changed')).body.total).toBe(1)
    expect((await calendar.ask('GET', '/events')).body.total).toBe(1000)
  })
})

test('an import that was cut off after its events goes on, without making one twice', async () => {
  const storage = memoryStorage()
  const calendar = fileCalendar(storage)
  const file = icsFile(...veventLines('a@b'), ...veventLines('c@d'))
  let isBroken = true
  const broken = {
    ...storage,
    commit: (changes: Parameters<typeof storage.commit>[0]) => {
      const isMemory = changes.every(({ kind }) => kind === 'extra')
      return isBroken && isMemory ? Promise.reject(new Error('gone')) : storage.commit(changes)
    },
  }
  await expect(fileCalendar(broken).bring(file)).rejects.toThrow('gone')
  isBroken = false
  expect(await calendar.events()).toHaveLength(2)
  expect(counts(await calendar.bring(file))).toMatchObject({ created: 0 })
  expect(await calendar.events()).toHaveLength(2)
  expect(counts(await calendar.bring(file))).toEqual({ ...none, unchanged: 2 })
})

test('what nobody changed in the file stays as it is here', async () => {
  const calendar = fileCalendar()
  const file = icsFile(...veventLines('a@b'))
  await calendar.bring(file)
  await calendar.ask('PATCH', '/events/1', { title: 'Mine' })
  expect(counts(await calendar.bring(file))).toEqual({ ...none, unchanged: 1 })
  expect((await calendar.events())[0]?.title).toBe('Mine')

  const report = await calendar.bring(file.replace('Open day', 'Theirs'))
  expect(report).toMatchObject({ updated: 1, notes: [{ key: 'a@b', reason: 'changed on both sides' }] })
  expect((await calendar.events())[0]?.title).toBe('Theirs')
})

test('what is in the trash here stays there', async () => {
  const calendar = fileCalendar()
  const file = icsFile(...veventLines('a@b'))
  await calendar.bring(file)
  await calendar.ask('DELETE', '/events/1')
  expect(counts(await calendar.bring(file))).toEqual({ ...none, unchanged: 1 })
  const report = await calendar.bring(file.replace('Open day', 'Theirs'))
  expect(report).toMatchObject({ unchanged: 1, notes: [{ reason: 'in the trash' }] })
  expect(await calendar.events()).toEqual([])
})

test('what is cancelled stays, and is as planned again with the file', async () => {
  const calendar = fileCalendar()
  const file = icsFile(...veventLines('a@b'))
  const cancelled = icsFile(...veventLines('a@b', 'STATUS:CANCELLED'))
  await calendar.bring(file)
  expect(counts(await calendar.bring(cancelled))).toEqual({ ...none, updated: 1 })
  expect(await calendar.events()).toMatchObject([{ id: 1, event_status: 'canceled' }])
  expect(counts(await calendar.bring(cancelled))).toEqual({ ...none, unchanged: 1 })
  expect(counts(await calendar.bring(file))).toEqual({ ...none, updated: 1 })
  expect((await calendar.events()).map(idOf)).toEqual([1])
})

test('what is gone from the file is reported, and pruned if that is wanted', async () => {
  const calendar = fileCalendar()
  const [one, two, three] = ['1', '2', '3'].map((uid) => veventLines(uid))
  const source = { source: 'town.ics' }
  await calendar.bring(icsFile(...(one ?? []), ...(two ?? [])), source)
  await calendar.bring(icsFile(...(three ?? [])), { source: 'other.ics' })
  await calendar.make('events', on('2027-05-10 10:00'))

  const shorter = icsFile(...(one ?? []))
  expect((await calendar.bring(shorter, source)).gone).toEqual([{ key: '2', id: 2 }])
  // An event that cannot be read is not gone.
  const unreadable = icsFile(...(one ?? []), ...veventLines('2', 'DTSTART;TZID=Nowhere:20270510T100000'))
  expect(await calendar.bring(unreadable, source)).toMatchObject({ gone: [], skipped: 1 })
  expect((await calendar.bring(icsFile(...(three ?? [])), { source: 'other.ics' })).gone).toEqual([])

  expect(await calendar.bring(shorter, { ...source, prune: true })).toMatchObject({
    gone: [{ key: '2', id: 2 }],
    trashed: 1,
  })
  expect((await calendar.events()).map(idOf)).toEqual([1, 3, 4])
  expect((await calendar.bring(shorter, source)).gone).toEqual([])
  expect(counts(await calendar.bring(icsFile(...(one ?? []), ...(two ?? [])), source))).toEqual({
    ...none,
    updated: 1,
    unchanged: 1,
  })
  expect(await calendar.events()).toHaveLength(4)
})

test('a series: another rule, another date that differs, and one that no longer does', async () => {
  const calendar = fileCalendar()
  const series = (rule: string) =>
    veventLines('a@b', 'DTSTART:20270510T100000', 'DTEND:20270510T110000', `RRULE:${rule}`)
  const change = (day: number, title: string) =>
    veventLines(
      'a@b',
      `RECURRENCE-ID:202705${day}T100000`,
      `DTSTART:202705${day}T150000`,
      `DTEND:202705${day}T160000`,
      `SUMMARY:${title}`,
    )
  const shown = async () =>
    (await calendar.events()).map(({ start_date, title, overrides }) => [
      start_date,
      title,
      String(overrides),
    ])
  const first = icsFile(...series('FREQ=DAILY;COUNT=4'), ...change(11, 'Late'))
  await calendar.bring(first)
  expect((await shown())[1]).toEqual(['2027-05-11 15:00:00', 'Late', 'title,start_date,end_date'])
  expect(counts(await calendar.bring(first))).toEqual({ ...none, unchanged: 1 })

  const second = icsFile(...series('FREQ=DAILY;COUNT=3'), ...change(12, 'Later'))
  expect(counts(await calendar.bring(second))).toEqual({ ...none, updated: 1 })
  expect(await shown()).toEqual([
    ['2027-05-10 10:00:00', 'Open day', ''],
    ['2027-05-11 10:00:00', 'Open day', ''],
    ['2027-05-12 15:00:00', 'Later', 'title,start_date,end_date'],
  ])
  expect(counts(await calendar.bring(icsFile(...veventLines('a@b'))))).toEqual({ ...none, updated: 1 })
  expect((await calendar.ask('GET', '/events/1')).body.recurrence).toBeUndefined()
})

test.each(['ics', 'csv'] as const)(
  'an export, imported where it comes from, changes nothing but what was edited in it: %s',
  async (format) => {
    const calendar = fileCalendar()
    await calendar.make(
      'events',
      on('2027-05-10 10:00', '2027-05-10 12:00', { title: 'Jazz', venue: { venue: 'Hall' }, cost: '$10' }),
    )
    await calendar.make(
      'events',
      on('2027-05-11 10:00', undefined, { title: 'Choir', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }),
    )
    const before = await calendar.events()
    const file = await calendar.export(format)
    expect(counts(await calendar.bring(file))).toEqual({ ...none, unchanged: 2 })
    expect(await calendar.events()).toEqual(before)
    expect(counts(await calendar.bring(file.replaceAll('Jazz', 'Blues')))).toEqual({
      ...none,
      updated: 1,
      unchanged: 1,
    })
    expect((await calendar.events())[0]).toMatchObject({ id: 1, title: 'Blues' })

    const other = fileCalendar()
    await other.make(
      'events',
      on('2027-05-10 10:00', '2027-05-10 12:00', { title: 'Jazz', venue: { venue: 'Hall' }, cost: '$10' }),
    )
    expect(counts(await other.bring(file.replaceAll('Jazz', 'Blues')))).toEqual({
      ...none,
      updated: 1,
      created: 1,
    })
  },
)

test('an export of all documents and a JSON list of events', async () => {
  const calendar = fileCalendar()
  const list = {
    events: [
      { title: 'One', start_date: '2027-05-10 10:00', end_date: '2027-05-10 11:00', uid: 'one@x' },
      { title: 'Two' },
    ],
  }
  const report = await calendar.bring(JSON.stringify(list))
  expect(report).toMatchObject({
    format: 'json',
    created: 1,
    skipped: 1,
    notes: [{ line: 2, reason: 'invalid' }],
  })
  expect(counts(await calendar.bring(JSON.stringify(list.events)))).toEqual({
    ...none,
    unchanged: 1,
    skipped: 1,
  })
  await expect(calendar.bring('{"events": 5}')).rejects.toThrow('the file is not a list of events')
  await expect(calendar.bring('[{')).rejects.toThrow('the file is not JSON')

  let text = ''
  for await (const piece of exportCalendar(calendar.storage)) text += piece
  const copy = fileCalendar()
  const whole = await copy.bring(new TextEncoder().encode(text))
  expect(whole).toMatchObject({ format: 'kalends', unchanged: 0 })
  expect(whole.created).toBe(whole.read)
  expect(await copy.events()).toEqual(await calendar.events())
})

describe('a file is known by its calendar', () => {
  const named = (name: string, ...uids: readonly string[]) =>
    icsFile(`X-WR-CALNAME:${name}`, ...uids.flatMap((uid) => veventLines(uid)))

  test('two calendars never remove each other’s events, and need no names of files', async () => {
    const calendar = fileCalendar()
    const prune = { prune: true }
    await calendar.bring(named('Town', '1', '2'), prune)
    await calendar.bring(named('Choir', '3', '4'), prune)
    expect(await calendar.bring(named('Town', '1'), prune)).toMatchObject({
      gone: [{ key: '2' }],
      trashed: 1,
    })
    expect(await calendar.bring(named('Choir', '3', '4'), prune)).toMatchObject({ gone: [], unchanged: 2 })
    expect((await calendar.events()).map(idOf)).toEqual([1, 3, 4])
  })

  test('without a name in the file, nothing is gone, and prune is refused before anything is written', async () => {
    const calendar = fileCalendar()
    await calendar.bring(icsFile(...veventLines('1')))
    expect((await calendar.bring(icsFile(...veventLines('2')))).gone).toEqual([])
    const file = icsFile(...veventLines('3'))
    await expect(calendar.bring(file, { prune: true })).rejects.toThrow('the file does not name its calendar')
    expect((await calendar.events()).map(idOf)).toEqual([1, 2])
    expect((await calendar.bring(file, { prune: true, source: 'Town' })).created).toBe(1)
  })

  test('another calendar of the same name is refused with prune, an empty one too', async () => {
    const calendar = fileCalendar()
    await calendar.bring(named('Calendar', '1', '2'))
    for (const file of [named('Calendar', '3'), named('Calendar')]) {
      await expect(calendar.bring(file, { prune: true })).rejects.toThrow('looks like another calendar')
    }
    expect((await calendar.events()).map(idOf)).toEqual([1, 2])
    expect(await calendar.bring(named('Calendar', '3'), { prune: true, source: 'Of Ann' })).toMatchObject({
      created: 1,
      gone: [],
    })
  })

  test('what 0.7 brought by the name of the file counts for the calendar that has it', async () => {
    const calendar = fileCalendar()
    await calendar.bring(named('Town', '1', '2', '3'), { source: 'basic.ics' })
    const old = { prune: true, source: 'basic.ics' }
    expect(await calendar.bring(named('Town', '1', '2'), old)).toMatchObject({
      gone: [{ key: '3' }],
      trashed: 1,
    })
    const prune = { prune: true }
    expect(await calendar.bring(named('Town', '1', '2'), prune)).toMatchObject({ gone: [], unchanged: 2 })
    expect((await calendar.bring(named('Town', '1'), prune)).gone).toMatchObject([{ key: '2' }])
  })
})
