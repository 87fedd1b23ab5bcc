import type { RecordChange } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test, vi } from 'vitest'
import { methodsOf } from '../setup/wrapped-storage.ts'
import { ORIGIN, openCalendar, USERS } from './calendar.ts'

const EVENT = { title: 'Jazz', start_date: '2027-04-01 19:00', end_date: '2027-04-01 21:00' }

function watched(storage = memoryStorage()) {
  const changes: RecordChange[] = []
  const calendar = openCalendar({ baseUrl: ORIGIN, onChange: (change) => changes.push(change) }, storage)
  /** Without the records: `created event 7`. */
  const told = async (count: number) => {
    await expect.poll(() => changes.length).toBe(count)
    return changes.map(({ type, kind, id }) => `${type} ${kind} ${id}`)
  }
  return { ...calendar, changes, told }
}

describe('onChange', () => {
  test('gets each change of a record, with the record before and after as administrators read it', async () => {
    const { ask, make, changes, told } = watched()
    const id = await make('events', { ...EVENT, password: 'secret' })
    const created = (await ask('GET', `/events/${id}`)).body
    await ask('PATCH', `/events/${id}`, { title: 'Swing' }, 'administrator')
    await ask('DELETE', `/events/${id}`)
    await ask('PATCH', `/events/${id}`, { status: 'publish' })
    expect(await told(4)).toEqual(words(id))
    const { json_ld, ...shown } = created
    expect(changes[0]).toEqual({
      ...{ kind: 'event', id, type: 'created', by: USERS.editor },
      before: null,
      after: shown,
    })
    expect(changes[1]).toMatchObject({
      before: { title: 'Jazz' },
      after: { title: 'Swing' },
      by: USERS.administrator,
    })
    expect(changes[2]).toMatchObject({ before: { status: 'publish' }, after: { status: 'trash' } })
    expect(changes[3]).toMatchObject({ before: { status: 'trash' }, after: { status: 'publish' } })
  })

  const words = (id: number) =>
    ['created', 'changed', 'trashed', 'restored'].map((type) => `${type} event ${id}`)

  test('gets every record of a commit, and removed terms', async () => {
    const { ask, make, changes, told } = watched()
    await make('events', { ...EVENT, venue: { venue: 'Hall' }, tags: ['Late'] })
    await told(3)
    const [event, tag, venue] = changes.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    expect([tag, venue]).toMatchObject([
      { type: 'created', kind: 'tag' },
      { type: 'created', kind: 'venue' },
    ])
    expect(event).toMatchObject({ after: { venue: { venue: 'Hall' }, tags: [{ name: 'Late' }] } })
    await ask('DELETE', `/tags/${tag?.id}`)
    await told(4)
    expect(changes[3]).toMatchObject({ kind: 'tag', type: 'deleted', before: { name: 'Late' }, after: null })
  })

  test('gets what time changes as a change by nobody', async () => {
    const { ask, make, changes, told, setTime } = watched()
    const id = await make('events', { ...EVENT, status: 'future', date: '2027-03-02 10:00' })
    setTime('2027-03-03T12:00:00Z')
    await ask('GET', '/events')
    expect(await told(2)).toEqual([`created event ${id}`, `changed event ${id}`])
    expect(changes[1]).toMatchObject({
      ...{ before: { status: 'future' }, after: { status: 'publish' }, by: null },
    })
  })

  test('gets a series and each of its occurrences', async () => {
    const { ask, make, told, changes } = watched()
    const id = await make('events', { ...EVENT, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } })
    await told(4)
    expect(
      changes.filter(({ after }) => after !== null && 'post_parent' in after && after.post_parent === id),
    ).toHaveLength(3)
    await ask('DELETE', `/events/${id}`)
    await told(8)
    expect(changes.slice(4).every(({ type }) => type === 'trashed')).toBe(true)
  })

  test('gets the events of createEvents, after their commit', async () => {
    const { api, told, changes } = watched()
    const created = await api.createEvents(USERS.editor, [
      { event: EVENT },
      { event: { ...EVENT, tags: ['x'] } },
    ])
    await told(3)
    expect(changes.map(({ by }) => by)).toEqual([USERS.editor, USERS.editor, USERS.editor])
    expect(changes.flatMap(({ kind, id }) => (kind === 'event' ? [id] : [])).sort()).toEqual(
      created.map(({ id }) => id),
    )
  })

  test('gets nothing of a write that is refused, or repeated with its key', async () => {
    const { ask, send, told } = watched()
    await ask('POST', '/events', { ...EVENT, end_date: 'x' })
    const init = {
      method: 'POST',
      body: JSON.stringify(EVENT),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a' },
    }
    await send('/events', init)
    await send('/events', init)
    await ask('POST', '/tags', { name: 'last' })
    expect((await told(2)).map((one) => one.replace(/ \d+$/, ''))).toEqual(['created event', 'created tag'])
  })

  test('harms no response when it fails, and onError gets the error with the address of the record', async () => {
    const onError = vi.fn()
    const bad = new Error('bad')
    const { make } = openCalendar({
      onError,
      onChange: () => {
        throw bad
      },
    })
    const id = await make('events', EVENT)
    await expect.poll(() => onError.mock.calls.length).toBe(1)
    const [error, request] = onError.mock.calls[0] ?? []
    expect(error).toBe(bad)
    expect(request).toMatchObject({ method: 'GET', url: `http://localhost/vendor/events/v1/events/${id}` })
  })

  test('gets the changes of a record in the order of the commits, also if their results arrive in another order', async () => {
    const storage = memoryStorage()
    let release = () => {}
    let commits = 0
    const { ask, make, changes, told } = watched({
      ...methodsOf(storage),
      async commit(all) {
        const result = await storage.commit(all)
        if (++commits === 2)
          await new Promise<void>((resolve) => {
            release = resolve
          })
        return result
      },
    })
    const id = await make('events', EVENT)
    const slow = ask('PATCH', `/events/${id}`, { title: 'Second' })
    await expect.poll(() => commits).toBe(2)
    await ask('PATCH', `/events/${id}`, { title: 'Third' })
    const other = await make('tags', { name: 'other' })
    expect(await told(2)).toEqual([`created event ${id}`, `created tag ${other}`])
    release()
    await slow
    await told(4)
    expect(changes.slice(2)).toMatchObject([{ after: { title: 'Second' } }, { after: { title: 'Third' } }])
  })

  test('waits for a slow call before the next one for the same record', async () => {
    const seen: string[] = []
    let release = () => {}
    const { ask, make } = openCalendar({
      onChange: ({ type }) => {
        seen.push(type)
        return type === 'created'
          ? new Promise<void>((resolve) => {
              release = resolve
            })
          : undefined
      },
    })
    const id = await make('events', EVENT)
    await ask('PATCH', `/events/${id}`, { title: 'Swing' })
    await expect.poll(() => seen).toEqual(['created'])
    release()
    await expect.poll(() => seen).toEqual(['created', 'changed'])
  })

  test('work goes on after the response where the host can wait for it', async () => {
    const waits: Promise<unknown>[] = []
    const seen: RecordChange[] = []
    const { api } = openCalendar({
      authenticate: () => USERS.editor,
      onChange: (change) => seen.push(change),
    })
    const request = new Request('http://localhost/vendor/events/v1/tags', {
      method: 'POST',
      body: JSON.stringify({ name: 'x' }),
      headers: { 'content-type': 'application/json' },
    })
    await api.fetch(request, { waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)
    expect(seen).toHaveLength(1)
  })
})
