import { describe, expect, test } from 'vitest'
import { openEndpoint } from './endpoint.ts'

const SATURDAY = { start_date: '2026-05-09 19:00', end_date: '2026-05-09 21:00' }

describe('create_event', () => {
  test('creates what get_event then shows', async () => {
    const { call } = openEndpoint()
    const { data } = await call(
      'create_event',
      { title: 'Choir', ...SATURDAY, categories: ['Music'] },
      'editor',
    )
    expect(data).toMatchObject({ written: true, event: { title: 'Choir', categories: ['Music'] } })
    const { id, version } = data.event
    const { data: shown } = await call('get_event', { id }, 'editor')
    expect({ ...shown, version }).toEqual(data.event)
    expect((await call('update_event', { id, title: 'Band', version }, 'editor')).isError).toBe(false)
  })

  test('with dry_run, writes nothing', async () => {
    const { call } = openEndpoint()
    const { data } = await call('create_event', { title: 'Choir', ...SATURDAY, dry_run: true }, 'editor')
    expect(data).toMatchObject({ written: false, dates: { adds: 1 } })
    expect((await call('find_events', {}, 'editor')).data.total).toBe(0)
  })

  test('creates one event for one key, whoever repeats the call', async () => {
    const { call } = openEndpoint()
    const args = { title: 'Choir', ...SATURDAY, idempotency_key: 'mütze 1\n' }
    const [first, second] = await Promise.all([
      call('create_event', args, 'editor'),
      call('create_event', args, 'editor'),
    ])
    expect(second.data.event.id).toBe(first.data.event.id)
    expect((await call('find_events', {}, 'editor')).data.total).toBe(1)
  })

  test('what a contributor publishes becomes pending', async () => {
    const { call } = openEndpoint()
    const { data } = await call(
      'create_event',
      { title: 'Choir', ...SATURDAY, status: 'publish' },
      'contributor',
    )
    expect(data.event.status).toBe('pending')
  })

  test('writes custom fields, and lists their schema', async () => {
    const { call, post } = openEndpoint({}, { customFields: { event: { seats: seatsField } } })
    const { result } = await (await post('tools/list', {}, { as: 'editor' })).json()
    const tool = result.tools.find(({ name }: { name: string }) => name === 'create_event')
    expect(tool.inputSchema.properties.custom_fields.properties).toHaveProperty('seats')
    const { data } = await call(
      'create_event',
      { title: 'Choir', ...SATURDAY, custom_fields: { seats: 80 } },
      'editor',
    )
    expect(data.event.custom_fields).toEqual({ seats: 80 })
    const wrong = await call(
      'update_event',
      { id: data.event.id, custom_fields: { seats: 'many' } },
      'editor',
    )
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('seats') })
  })
})

describe('update_event', () => {
  test('changes what is named, and nothing else', async () => {
    const { call, create } = openEndpoint()
    const id = await create({ title: 'Choir', description: '<p>Hello</p>' })
    const { data } = await call('update_event', { id, title: 'Band' }, 'editor')
    expect(data).toMatchObject({ written: true, event: { title: 'Band', description: '<p>Hello</p>' } })
  })

  test('calls an event off, with the reason that it asks for', async () => {
    const { call, create } = openEndpoint()
    const id = await create({ title: 'Choir' })
    const without = await call('update_event', { id, event_status: 'canceled' }, 'editor')
    expect([without.isError, without.text]).toEqual([
      true,
      expect.stringMatching(/^event_status_reason is missing/),
    ])
    const reason = { event_status: 'canceled', event_status_reason: 'The hall is closed.' }
    const { data } = await call('update_event', { id, ...reason }, 'editor')
    expect(data.event).toMatchObject(reason)
  })

  test('a repeating event needs a scope, and several dates are a dry run until somebody says otherwise', async () => {
    const { call, create } = openEndpoint()
    await create({ title: 'Choir', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
    const { data: found } = await call('find_events')
    const [{ id }] = found.events
    const without = await call('update_event', { id, title: 'Band' }, 'editor')
    expect([without.isError, without.text]).toEqual([true, expect.stringMatching(/^scope is missing/)])

    const times = { start_date: '2026-05-09 20:00', end_date: '2026-05-09 22:00' }
    const dry = await call('update_event', { id, ...times, scope: 'future' }, 'editor')
    expect(dry.data).toMatchObject({ written: false, dates: { moves: 3, keeps: 0, removes: 0, adds: 0 } })
    const still = await call('find_events')
    expect(still.data.events[0].start).toBe('2026-05-09 19:00:00')

    await call('update_event', { id, ...times, scope: 'future', dry_run: false }, 'editor')
    const { data } = await call('find_events')
    expect(data.events.map(({ start }: { start: string }) => start)).toEqual([
      ...['2026-05-09 20:00:00', '2026-05-16 20:00:00', '2026-05-23 20:00:00'],
    ])
    const one = await call('update_event', { id, title: 'Band', scope: 'this' }, 'editor')
    expect(one.data).toMatchObject({ written: true, event: { title: 'Band' } })
  })

  test('fails with a version that somebody else has changed since', async () => {
    const { call, create } = openEndpoint()
    const id = await create({ title: 'Choir' })
    const { version } = (await call('get_event', { id }, 'editor')).data
    const [one, two] = await Promise.all([
      call('update_event', { id, title: 'A', version }, 'editor'),
      call('update_event', { id, title: 'B', version }, 'editor'),
    ])
    expect([one.isError, two.isError].sort()).toEqual([false, true])
    expect([one, two].find(({ isError }) => isError)?.text).toContain('get_event')
  })
})

describe('delete_event', () => {
  test('moves an event to the trash, from where update_event brings it back', async () => {
    const { call, create } = openEndpoint()
    const id = await create({ title: 'Choir' })
    expect((await call('delete_event', { id, dry_run: true }, 'editor')).data).toMatchObject({
      dates: { removes: 1 },
    })
    expect((await call('find_events')).data.total).toBe(1)
    expect((await call('delete_event', { id }, 'editor')).data.event.status).toBe('trash')
    expect((await call('find_events')).data.total).toBe(0)
    await call('update_event', { id, status: 'publish' }, 'editor')
    expect((await call('find_events')).data.total).toBe(1)
  })

  test('of a series needs a scope', async () => {
    const { call, create } = openEndpoint()
    const id = await create({ title: 'Choir', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
    expect((await call('delete_event', { id }, 'editor')).text).toMatch(/^scope is missing/)
    const dry = await call('delete_event', { id, scope: 'all' }, 'editor')
    expect(dry.data).toMatchObject({ written: false, dates: { removes: 3 } })
    expect((await call('delete_event', { id, scope: 'all', dry_run: false }, 'editor')).data.written).toBe(
      true,
    )
    expect((await call('find_events')).data.total).toBe(0)
  })
})

/** A Standard Schema by hand: whole numbers. */
const seatsField = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) =>
      typeof value === 'number' ? { value } : { issues: [{ message: 'seats is not a number' }] },
    jsonSchema: { input: () => ({ type: 'integer' }), output: () => ({ type: 'integer' }) },
  },
}
