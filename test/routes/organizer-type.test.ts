import { expect, test } from 'vitest'
import { at, eventOf, idOf, openCalendar } from './calendar.ts'

const organizer = { organizer: 'Kingston <i>Choir</i>', website: 'https://choir.example' }

test('an organizer is an organization in json_ld, alone and in events', async () => {
  const { ask, make } = openCalendar()
  const event = await make('events', eventOf({ organizer: [organizer] }))
  const { body } = await ask('GET', `/events/${event}`)
  expect(at(body, 'json_ld', 'organizer', '@type')).toBe('Organization')
  expect(at(body, 'organizer', 0, 'json_ld', '@type')).toBe('Organization')
  expect(body.json_ld).not.toHaveProperty('performer')
  const id = idOf(at(body, 'organizer', 0))
  expect(at((await ask('GET', `/organizers/${id}`)).body, 'json_ld', '@type')).toBe('Organization')
})

test('the host says what an organizer is, from its name and addresses', async () => {
  const asked: unknown[] = []
  const { ask, make } = openCalendar({
    organizerType: (one) => {
      asked.push(one)
      return one.website === '' ? 'Person' : 'MusicGroup'
    },
  })
  const event = await make('events', eventOf({ organizer: [organizer] }))
  const ann = await make('organizers', { organizer: 'Ann' })
  const { body } = await ask('GET', `/events/${event}`)
  expect(at(body, 'json_ld', 'organizer', '@type')).toBe('MusicGroup')
  expect(at((await ask('GET', `/organizers/${ann}`)).body, 'json_ld', '@type')).toBe('Person')
  expect(asked[0]).toEqual({
    ...{ id: expect.any(Number), slug: 'kingston-choir', phone: '', email: '' },
    ...organizer,
  })
})

test.each(['', 'person', 'Person"', 'https://schema.org/Person', 'x'.repeat(99)])(
  'the type %j is an error of the host, not of the client',
  async (type) => {
    const { ask, make, errors } = openCalendar({ organizerType: () => type })
    const id = await make('organizers', { organizer: 'Ann' })
    expect((await ask('GET', `/organizers/${id}`)).status).toBe(500)
    expect(errors).toEqual([expect.any(TypeError)])
  },
)
