import { describe, expect, test } from 'vitest'
import { at, eventOf, expectRefusal, expectWrong, openCalendar } from './calendar.ts'

describe('tags have no parent', () => {
  test('a list of tags does not look at one, and its links forget it', async () => {
    const { ask } = openCalendar()
    const { status, body } = await ask('GET', '/tags?parent=zzz')
    expect(status).toBe(200)
    expect(body.rest_url).not.toContain('parent')
  })

  test('a parent in a body is refused after everything else that is wrong', async () => {
    const { ask } = openCalendar()
    expectRefusal(await ask('POST', '/tags', { parent: 1 }), 400, 'rest_missing_callback_param')
    expectWrong(await ask('POST', '/tags', { name: 5, parent: 1 }), 'name')
    expectRefusal(await ask('PATCH', '/tags/99', { parent: 1 }), 404, 'rest-tag-not-found')
    expectRefusal(await ask('POST', '/tags', { name: 'x', parent: 1 }), 400, 'rest_taxonomy_not_hierarchical')
  })
})

test('a slug that a contributor gave outlives the wait for review', async () => {
  const { ask, make } = openCalendar()
  const id = await make('venues', { venue: 'Hall', slug: 'custom' }, 'contributor')
  const handed = await ask('PATCH', `/venues/${id}`, { status: 'publish' }, 'contributor')
  expect(handed.body).toMatchObject({ status: 'pending', slug: 'custom' })
  expect((await ask('PATCH', `/venues/${id}`, { status: 'publish' })).body.slug).toBe('custom')
})

test('a blank name is named beside other faults', async () => {
  const { ask } = openCalendar()
  expectWrong(await ask('POST', '/venues', { venue: '  ', city: 5 }), 'venue', 'city')
  expectWrong(await ask('POST', '/categories', { name: '  ', slug: 5 }), 'name', 'slug')
})

test('the map of a venue is on where null stands for nothing said', async () => {
  const { ask } = openCalendar()
  const { body } = await ask('POST', '/venues', { venue: 'Hall', show_map: null, show_map_link: 'no' })
  expect(body).toMatchObject({ show_map: true, show_map_link: false })
})

test('every answer of a known path says what may be asked there', async () => {
  const { ask } = openCalendar()
  const allow = async (...request: Parameters<typeof ask>) => (await ask(...request)).headers.get('allow')
  expect(await allow('GET', '/venues/999')).toBe('GET, HEAD, DELETE, POST, PUT, PATCH, OPTIONS')
  expect(await allow('POST', '/venues', {}, 'visitor')).toBe('GET, HEAD, OPTIONS')
  expect(await allow('GET', '/nowhere')).toBeNull()
})

test('a slash is no part of a slug, however it is written', async () => {
  const { ask, make } = openCalendar()
  await make('events', eventOf({ slug: 'fair' }))
  expectRefusal(await ask('GET', '/events/by-slug/fair%2F'), 404, 'rest_no_route')
})

test('terms are listed without regard to accents', async () => {
  const { ask } = openCalendar()
  for (const name of ['Zeta', 'Émile', 'alpha']) await ask('POST', '/tags', { name })
  const { body } = await ask('GET', '/tags?hide_empty=0')
  expect([0, 1, 2].map((index) => at(body, 'tags', index, 'name'))).toEqual(['alpha', 'Émile', 'Zeta'])
})
