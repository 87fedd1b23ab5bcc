import { describe, expect, test } from 'vitest'
import { type Answer, API, at, eventOf, expectWrong, idsIn, listOf, openCalendar } from './calendar.ts'

const names = ({ body }: Answer, collection: string) => listOf(body[collection]).map((one) => at(one, 'name'))

describe('lists of terms', () => {
  async function openTerms() {
    const calendar = openCalendar()
    const { make } = calendar
    const food = await make('categories', { name: 'food', description: 'b' })
    const soup = await make('categories', { name: 'Soup', parent: food, description: 'a' })
    const art = await make('categories', { name: 'Art', slug: 'zart', description: 'c' })
    const empty = await make('categories', { name: '祭', description: 'd' })
    const ids = [
      await make('events', eventOf({ categories: [soup] })),
      await make('events', eventOf({ categories: [soup, art] })),
    ]
    await make('events', eventOf({ categories: [empty], status: 'draft' }))
    const list = (query: string) => calendar.ask('GET', `/categories?${query}`)
    return { ...calendar, food, soup, art, empty, ids, list }
  }

  test('totals count what is listed, parents of what is used among it', async () => {
    const { list } = await openTerms()
    const shown = await list('')
    expect(names(shown, 'categories')).toEqual(['Art', 'food', 'Soup'])
    expect(shown.body).toMatchObject({ total: 3, total_pages: 1, rest_url: `${API}/categories/` })
    expect(shown.headers.get('x-tec-total')).toBe('3')
    expect((await list('hide_empty=0')).body.total).toBe(4)
    const paged = await list('per_page=2')
    expect(paged.body).toMatchObject({ total: 3, total_pages: 2 })
    expect(names(await list('per_page=2&page=2'), 'categories')).toEqual(['Soup'])
    expect((await list('search=zzz')).body).toMatchObject({ total: 0, total_pages: 0, categories: [] })
  })

  test('order, orderby, and their nonsense', async () => {
    const { list, food, soup, art, empty } = await openTerms()
    const order = async (query: string) => idsIn((await list(`hide_empty=0&${query}`)).body, 'categories')
    expect(await order('')).toEqual([art, food, soup, empty])
    expect(await order('order=DESC')).toEqual([empty, soup, food, art])
    expect(await order('orderby=slug')).toEqual([empty, food, soup, art])
    expect(await order('orderby=id')).toEqual([food, soup, art, empty])
    expect(await order('orderby=count&order=desc')).toEqual([soup, art, empty, food])
    expect(await order('orderby=description')).toEqual([soup, food, art, empty])
    expect(await order(`orderby=include&include=${art},${food},${soup}`)).toEqual([art, food, soup])
    for (const wrong of ['x', '', 'ascending']) expectWrong(await list(`order=${wrong}`), 'order')
    for (const wrong of ['x', '', 'date']) expectWrong(await list(`orderby=${wrong}`), 'orderby')
    expectWrong(await list('order=x&orderby=y&hide_empty=maybe'), 'order', 'orderby', 'hide_empty')
  })

  test('include, exclude, parent, slug, search, post', async () => {
    const { list, food, soup, art, empty, ids } = await openTerms()
    const shown = async (query: string) => idsIn((await list(query)).body, 'categories')
    expect(await shown(`include=${soup},${empty}`)).toEqual([soup])
    expect(await shown(`include=${soup},${empty}&hide_empty=0`)).toEqual([soup, empty])
    expect(await shown(`exclude=${soup}`)).toEqual([art, food])
    expect(await shown(`parent=${food}`)).toEqual([soup])
    expect(await shown('slug=zart')).toEqual([art])
    expect(await shown('slug=nothing')).toEqual([])
    expect(await shown(`slug=${encodeURIComponent('祭')}&hide_empty=0`)).toEqual([empty])
    expect(await shown(`slug=${encodeURIComponent(encodeURIComponent('祭'))}&hide_empty=0`)).toEqual([empty])
    expect(await shown('search=ART')).toEqual([art])
    expect(await shown(`post=${ids[1]}`)).toEqual([art, soup])
    expect(await shown(`post=${ids[1]}&event=${ids[0]}`)).toEqual([soup])
    for (const [name, wrong] of [
      ['include', 'x'],
      ['include', ''],
      ['exclude', '999'],
      ['parent', '0'],
      ['parent', '999'],
      ['post', '999'],
      ['event', 'x'],
      ['slug', ''],
      ['search', ''],
    ])
      expectWrong(await list(`${name}=${wrong}`), String(name))
  })

  test('a draft event counts for nothing, and a deleted term is gone from its events', async () => {
    const { ask, art, empty, ids } = await openTerms()
    expect((await ask('GET', `/categories/${empty}`)).body.count).toBe(0)
    expect((await ask('GET', `/categories/${art}`)).body.count).toBe(1)
    await ask('DELETE', `/events/${ids[1]}`)
    expect((await ask('GET', `/categories/${art}`)).body.count).toBe(0)
    await ask('PATCH', `/events/${ids[1]}`, { status: 'publish' })
    await ask('DELETE', `/categories/${art}`)
    const { body } = await ask('GET', `/events/${ids[1]}`)
    expect(listOf(body.categories).map((one) => at(one, 'name'))).toEqual(['Soup'])
    expect((await ask('GET', `/events?include=${ids[1]}`)).body.total).toBe(1)
  })
})

test('terms are listed without regard to accents', async () => {
  const { ask } = openCalendar()
  for (const name of ['Zeta', 'Émile', 'alpha']) await ask('POST', '/tags', { name })
  const { body } = await ask('GET', '/tags?hide_empty=0')
  expect([0, 1, 2].map((index) => at(body, 'tags', index, 'name'))).toEqual(['alpha', 'Émile', 'Zeta'])
})
