import { describe, expect, test } from 'vitest'
import { at, eventOf, expectWrong, listOf, openCalendar, titles } from './calendar.ts'

/* A name that comes more than once in a query or form. Clients send lists so by the defaults of OpenAPI. */

async function stocked() {
  const calendar = openCalendar()
  const ids: Record<string, number> = {}
  for (const name of ['Music', 'Sport', 'Art']) ids[name] = await calendar.make('categories', { name })
  const halls = [await calendar.make('venues', { venue: 'A' }), await calendar.make('venues', { venue: 'B' })]
  for (const [at, name] of ['Music', 'Sport', 'Art'].entries()) {
    await calendar.make('events', eventOf({ title: name, categories: [ids[name]], venue: halls[at] }))
  }
  await calendar.make('events', eventOf({ title: 'Draft', status: 'draft' }))
  const found = async (query: string) => titles(await calendar.ask('GET', `/events?${query}`)).sort()
  return { calendar, ids, halls, found }
}

describe('of a parameter that takes a list', () => {
  test('all values count, as with brackets and commas', async () => {
    const { ids, halls, found } = await stocked()
    const [music, sport] = [ids.Music, ids.Sport]
    const spellings = (name: string, a: unknown, b: unknown) => [
      `${name}=${a}&${name}=${b}`,
      `${name}[]=${a}&${name}[]=${b}`,
      `${name}=${a},${b}`,
      `${name}=${a}&per_page=9&${name}=${b}`,
      `${name}=${a}&${name}=${a}&${name}=${b}`,
    ]
    for (const query of spellings('categories', music, sport))
      expect(await found(query)).toEqual(['Music', 'Sport'])
    for (const query of spellings('venue', halls[0], halls[1]))
      expect(await found(query)).toEqual(['Music', 'Sport'])
    for (const query of spellings('status', 'draft', 'publish')) {
      expect(await found(query)).toEqual(['Art', 'Draft', 'Music', 'Sport'])
    }
    expect(await found(`categories=${music},${sport}&categories=${ids.Art}`)).toEqual([
      'Art',
      'Music',
      'Sport',
    ])
  })

  test('one wrong value is 400, wherever it stands', async () => {
    const { calendar } = await stocked()
    for (const query of [
      'venue=x&venue=1',
      'venue=1&venue=x',
      'status=x&status=draft',
      'include=1&include=-1',
    ]) {
      expectWrong(await calendar.ask('GET', `/events?${query}`), query.split('=')[0] ?? '')
    }
  })

  test('links to other pages keep them', async () => {
    const { calendar, ids } = await stocked()
    const { body } = await calendar.ask(
      'GET',
      `/events?categories=${ids.Music}&categories=${ids.Sport}&per_page=1`,
    )
    const next = await calendar.send(String(body.next_rest_url), { method: 'GET' })
    expect(listOf(next.body.events)).toHaveLength(1)
    expect(next.body.total).toBe(2)
  })

  test('feeds, counts, `_fields` and lists of terms take them, too', async () => {
    const { calendar, ids } = await stocked()
    const query = `categories=${ids.Music}&categories=${ids.Sport}`
    const { text } = await calendar.send(`/events.ics?${query}`, { method: 'GET' })
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect((await calendar.ask('GET', `/events/counts?${query}`)).body).toMatchObject({ publish: 2 })
    const { body } = await calendar.ask('GET', '/events?_fields=id&_fields=title&per_page=1')
    expect(Object.keys(Object(listOf(body.events)[0]))).toEqual(['id', 'title'])
    const terms = await calendar.ask('GET', `/categories?include=${ids.Music}&include=${ids.Art}`)
    expect(terms.body.total).toBe(2)
  })

  test('forms are read alike, also of several parts, and the body replaces what the query has', async () => {
    const { calendar, ids } = await stocked()
    const fields = [
      ...Object.entries({ title: 'Form', start_date: '2027-05-10', end_date: '2027-05-10' }),
      ['categories', String(ids.Music)],
      ['categories', String(ids.Sport)],
    ] as const
    const parts = new FormData()
    for (const [name, value] of fields) parts.append(name, value)
    for (const body of [new URLSearchParams(fields.map(([name, value]) => [name, value])), parts]) {
      const path = `/events?categories=${ids.Art}&categories=${ids.Art}`
      const made = await calendar.send(path, { method: 'POST', body })
      expect(
        listOf(made.body.categories)
          .map((one) => at(one, 'name'))
          .sort(),
      ).toEqual(['Music', 'Sport'])
    }
  })
})

test('of a parameter that takes a single value the last counts', async () => {
  const { calendar, found } = await stocked()
  expect(await found('search=Music&search=Sport')).toEqual(['Sport'])
  const body = 'venue=First&venue=Second&website=https://a.example&website=https://b.example'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const made = await calendar.send('/venues', { method: 'POST', body, headers })
  expect([made.status, made.body.venue, made.body.website]).toEqual([201, 'Second', 'https://b.example'])
})
