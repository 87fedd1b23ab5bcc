import { describe, expect, test } from 'vitest'
import { at, eventOf, expectWrong, openCalendar } from './calendar.ts'

/* How an event repeats, in the form of another program: the original ignores it, and a rule of ours is never ignored. */

const IGNORED = [{ code: 'recurrence_ignored', events: [] }]

describe('in the form of another program', () => {
  test.each([
    [{ type: 'weekly' }],
    [{ type: 'weekly', interval: 2, days: [1, 3], until: '2027-08-01' }],
    [{ rules: [{ type: 'Custom', custom: { interval: 1 } }], exclusions: [], description: '' }],
    [{ frequency: 'daily', ends: { after: 5 } }],
    [[{ type: 'weekly' }, { type: 'monthly' }]],
  ])('it is ignored, with a warning for who wants some: %j', async (recurrence) => {
    const { ask } = openCalendar()
    const made = await ask('POST', '/events?warn=1', eventOf({ recurrence }))
    expect(made.status, made.text).toBe(201)
    expect(made.body).not.toHaveProperty('recurrence')
    expect(made.body.warnings).toEqual(IGNORED)
    const path = `/events/${at(made.body, 'id')}`
    const changed = await ask('PATCH', `${path}?warn=1`, { title: 'New', recurrence })
    expect(changed.body).toMatchObject({ title: 'New', warnings: IGNORED })
    const quiet = await ask('PATCH', path, { title: 'Newer', recurrence })
    expect(quiet.body).toMatchObject({ title: 'Newer' })
    expect(quiet.body).not.toHaveProperty('warnings')
  })

  test('a series stays as it is', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }))
    const { body } = await ask('PATCH', `/events/${id}?warn=1`, { recurrence: { type: 'daily' } })
    expect(body).toMatchObject({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', count: 3 }, warnings: IGNORED })
  })

  test('there is no warning where nothing is ignored', async () => {
    const { ask } = openCalendar()
    const made = await ask(
      'POST',
      '/events?warn=1',
      eventOf({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }),
    )
    expect(made.body).toMatchObject({ recurrence: { count: 3 }, warnings: [] })
  })
})

test.each([
  [{ rrule: 'FREQ=OFTEN' }],
  [{ rrule: 7 }],
  [{ RRULE: 'FREQ=WEEKLY' }],
  [{ 'r-rule': 'FREQ=WEEKLY' }],
  [{ rule: 'FREQ=WEEKLY' }],
  [{ type: 'weekly', rrule: 'FREQ=WEEKLY' }],
  [{ rules: [{ text: 'RRULE:FREQ=DAILY' }] }],
  [{ exdates: ['2027-06-01'] }],
  [{ type: 'weekly', exdate: ['2027-06-01'] }],
  [[{ rrule: 'FREQ=WEEKLY' }]],
  [{ count: 3, type: 'weekly' }],
  ['FREQ=WEEKLY'],
  ['weekly'],
  [[]],
  [7],
  [true],
])('what may be meant for us, and is wrong, is refused: %j', async (recurrence) => {
  const { ask, make } = openCalendar()
  expectWrong(await ask('POST', '/events', eventOf({ recurrence })), 'recurrence')
  const id = await make('events', eventOf())
  expectWrong(await ask('PATCH', `/events/${id}`, { title: 'New', recurrence }), 'recurrence')
})
