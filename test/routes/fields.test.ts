import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, eventOf, expectRefusal, expectWrong, idOf, listOf, openCalendar } from './calendar.ts'

describe('images', () => {
  test('without a resolver a URL is stored as given, and an ID is refused', async () => {
    const { ask } = openCalendar()
    const { body } = await ask('POST', '/events', eventOf({ image: 'https://a.example/x%20y.JPG?w=1' }))
    expect(body.image).toEqual({
      url: 'https://a.example/x%20y.JPG?w=1',
      id: 0,
      extension: 'jpg',
      width: 0,
      height: 0,
      filesize: 0,
      sizes: {},
    })
    for (const wrong of [7, '7', 'javascript:alert(1)', true, {}, []])
      expectWrong(await ask('POST', '/events', eventOf({ image: wrong })), 'image')
  })

  test('a resolver is asked for IDs and URLs alike, and refuses with null', async () => {
    const asked: unknown[] = []
    const image = {
      url: 'https://cdn.example/7.jpg',
      id: 7,
      extension: 'jpg',
      width: 4,
      height: 3,
      filesize: 9,
    }
    const { ask, make } = openCalendar({
      resolveImage: (given) => {
        asked.push(given)
        return given === 7 || given === 'https://a.example/7.jpg' ? image : null
      },
    })
    for (const given of [7, '7', 'https://a.example/7.jpg'])
      expect((await ask('POST', '/events', eventOf({ image: given }))).body.image).toEqual(image)
    expectWrong(await ask('POST', '/events', eventOf({ image: 8 })), 'image')
    const venue = await make('venues', { venue: 'Hall', image: 7 })
    expect((await ask('PATCH', `/venues/${venue}`, { city: 'Hull' })).body.image).toEqual(image)
    expectWrong(await ask('PATCH', `/venues/${venue}`, { image: 'https://a.example/8.jpg' }), 'image')
    expect(asked).toEqual([7, 7, 'https://a.example/7.jpg', 8, 7, 'https://a.example/8.jpg'])
    await ask('PATCH', `/venues/${venue}`, { image: '' })
    expect(asked).toHaveLength(6)
  })
})

test('costs are read with their separators and ranges, and text stays text', async () => {
  const { ask } = openCalendar()
  const cases: [cost: unknown, shown: string, values: string[]][] = [
    ['€ 10,50', '€10,50', ['10.50']],
    ['1,000.50', '$1,000.50', ['1000.50']],
    ['$1,000 - $2,500', '$1,000 – $2,500', ['1000', '2500']],
    ['Free - 20', 'Free – $20', ['0', '20']],
    [0, 'Free', ['0']],
    ['0', 'Free', ['0']],
    ['Free', 'Free', ['free']],
    ['5 per person', '5 per person', ['5']],
    ['Ask us', 'Ask us', ['ask-us']],
    ['<b>Q&A</b>', 'Q&amp;A', ['qa']],
    [['€5', '€6'], '€5 – €6', ['5', '6']],
    [null, '', []],
  ]
  for (const [cost, shown, values] of cases) {
    const { body } = await ask('POST', '/events', eventOf({ cost }))
    expect([body.cost, at(body.cost_details, 'values')], JSON.stringify(cost)).toEqual([shown, values])
    const id = idOf(body)
    const updated = await ask('PATCH', `/events/${id}`, { cost })
    expect(updated.body.cost).toBe(shown)
  }
  for (const wrong of [{}, true, [[1]], [{ a: 1 }]])
    expectWrong(await ask('POST', '/events', eventOf({ cost: wrong })), 'cost')
})

test('URLs are http or https, kept as given; an event without one shows its own address', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf())
  const permalink = 'https://calendar.example/event/open-day/'
  expect((await ask('GET', `/events/${id}`)).body.website).toBe(permalink)
  const odd = 'HTTPS://Shop.Example:443/a%20b?x=1&y=%26#part'
  expect((await ask('PATCH', `/events/${id}`, { website: odd })).body.website).toBe(odd)
  expect((await ask('PATCH', `/events/${id}`, { website: null })).body.website).toBe(permalink)
  const venue = await make('venues', { venue: 'Hall', website: odd })
  for (const wrong of ['javascript:alert(1)', 'x.example', 'https://x.example/"onload', 5, true]) {
    expectWrong(await ask('PATCH', `/events/${id}`, { website: wrong }), 'website')
    expectWrong(await ask('PATCH', `/venues/${venue}`, { website: wrong }), 'website')
  }
  expect((await ask('GET', `/venues/${venue}`)).body.website).toBe(odd)
})

test('blank names are refused, and "0" is a name like any other', async () => {
  const { ask } = openCalendar()
  for (const blank of [' ', '\t\n', '<p></p>', '<script>x</script>', '&nbsp;', '<!-- x -->']) {
    expectWrong(await ask('POST', '/events', eventOf({ title: blank })), 'title')
    expectRefusal(await ask('POST', '/venues', { venue: blank }), 400, 'could-not-create-venue')
    expectRefusal(await ask('POST', '/organizers', { organizer: blank }), 400, 'could-not-create-organizer')
    expectRefusal(await ask('POST', '/categories', { name: blank }), 400, 'empty_term_name')
    expectRefusal(await ask('POST', '/tags', { name: blank }), 400, 'empty_term_name')
  }
  const zero = await ask(
    'POST',
    '/events',
    eventOf({ title: '0', description: '0', excerpt: '0', slug: '0' }),
  )
  expect(zero.body).toMatchObject({ title: '0', description: '0', excerpt: '0', slug: '0' })
  expect((await ask('GET', '/events/by-slug/0')).body.id).toBe(zero.body.id)
  expect((await ask('POST', '/venues', { venue: '0', city: '0' })).body).toMatchObject({
    venue: '0',
    city: '0',
  })
  expect((await ask('POST', '/tags', { name: '0' })).body.name).toBe('0')
})

describe('categories', () => {
  test('move to the top, never into themselves', async () => {
    const { ask, make } = openCalendar()
    const a = await make('categories', { name: 'A' })
    const b = await make('categories', { name: 'B', parent: a })
    const c = await make('categories', { name: 'C', parent: b })
    for (const parent of [a, b, c]) expectWrong(await ask('PATCH', `/categories/${a}`, { parent }), 'parent')
    expectWrong(await ask('PATCH', `/categories/${a}`, { parent: 99 }), 'parent')
    expect((await ask('PATCH', `/categories/${b}`, { parent: 0 })).body).not.toHaveProperty('urls.up')
    expect((await ask('PATCH', `/categories/${a}`, { parent: c })).body.parent).toBe(c)
    expect((await ask('DELETE', `/categories/${c}`)).body.name).toBe('C')
    expect((await ask('GET', `/categories/${a}`)).body.parent).toBe(b)
    expectRefusal(await ask('DELETE', `/categories/${c}`), 404, 'rest-category-not-found')
    expectRefusal(await ask('POST', '/tags', { name: 'x', parent: a }), 400, 'rest_taxonomy_not_hierarchical')
  })

  test('a taken slug is numbered on creation and refused on update', async () => {
    const { ask, make } = openCalendar()
    for (const collection of ['categories', 'tags']) {
      const first = await make(collection, { name: 'Art' })
      const second = await ask('POST', `/${collection}`, { name: 'Arts', slug: 'art' })
      expect(second.body.slug).toBe('art-2')
      const path = `/${collection}/${idOf(second.body)}`
      expectRefusal(await ask('PATCH', path, { slug: 'art' }), 400, 'duplicate_term_slug')
      expectRefusal(await ask('PATCH', path, { slug: 'ART', name: 'Fine' }), 400, 'duplicate_term_slug')
      expect((await ask('GET', path)).body).toMatchObject({ slug: 'art-2', name: 'Arts' })
      expect((await ask('PATCH', path, { slug: 'art-2' })).status).toBe(200)
      const again = await ask('POST', `/${collection}`, { name: 'art' })
      expectRefusal(again, 400, 'term_exists')
      expect(at(again.body, 'data', 'term_id')).toBe(first)
    }
  })

  test('a parent that is deleted meanwhile is no parent', async () => {
    for (const method of ['POST', 'PATCH'] as const) {
      const storage = memoryStorage()
      let meanwhile: (() => Promise<unknown>) | undefined
      const racing: Storage = {
        ...storage,
        commit: async (changes) => {
          const first = meanwhile
          meanwhile = undefined
          await first?.()
          return storage.commit(changes)
        },
      }
      const { ask, make } = openCalendar({}, racing)
      const parent = await make('categories', { name: 'Parent' })
      const child = await make('categories', { name: 'Child' })
      meanwhile = () => ask('DELETE', `/categories/${parent}`)
      const path = method === 'POST' ? '/categories' : `/categories/${child}`
      expectWrong(await ask(method, path, { name: 'Late', parent }), 'parent')
      expect((await ask('GET', `/categories/${child}`)).body).toMatchObject({ name: 'Child', parent: 0 })
    }
  })
})

test('lists in brackets are read alike in queries, forms and multipart bodies', async () => {
  const { ask, send, make } = openCalendar()
  const [first, second] = [
    await make('organizers', { organizer: 'Ann' }),
    await make('organizers', { organizer: 'Bob' }),
  ]
  const id = await make('events', eventOf())
  const pairs = [
    ['organizer[1]', String(second)],
    ['organizer[]', String(first)],
  ]
  const parts = new FormData()
  for (const [name = '', value = ''] of pairs) parts.append(name, value)
  const query = new URLSearchParams(pairs)
  for (const answer of [
    await send(`/events/${id}`, { method: 'PUT', body: new URLSearchParams(pairs) }),
    await send(`/events/${id}`, { method: 'PUT', body: parts }),
    await ask('PUT', `/events/${id}?${query}`, {}),
  ]) {
    expect(listOf(answer.body.organizer).map(idOf)).toEqual([second, first])
    await ask('PUT', `/events/${id}`, { organizer: [] })
  }
})

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
