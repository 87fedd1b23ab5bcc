import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { eventOf, openCalendar } from './calendar.ts'

/** A calendar, and the changes of each commit that it makes: `put event`, and so on. */
function openWatched() {
  const storage = memoryStorage()
  const commits: string[][] = []
  const calendar = openCalendar(
    {},
    {
      ...storage,
      commit: (changes) => {
        commits.push(changes.map((change) => `${change.do} ${change.kind}`))
        return storage.commit(changes)
      },
    },
  )
  return { ...calendar, commits }
}

describe('what takes effect together', () => {
  test('an event and all that it brings along, with a guard of each new name', async () => {
    const { make, commits } = openWatched()
    await make(
      'events',
      eventOf({
        venue: { venue: 'New hall' },
        organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
        categories: 'Brand new',
        tags: ['fresh'],
      }),
    )
    expect(commits.map((changes) => changes.sort())).toEqual([
      [
        'put category',
        'put event',
        'put organizer',
        'put organizer',
        ...Array.from({ length: 5 }, () => 'put receipt'),
        'put tag',
        'put venue',
      ],
    ])
  })

  test('writes that give no name touch no guard', async () => {
    const { ask, make, commits } = openWatched()
    const venue = await make('venues', { venue: 'Hall' })
    const tag = await make('tags', { name: 'Jazz' })
    commits.length = 0
    const event = await make('events', eventOf({ venue: { venue: 'hall' } }))
    await ask('PATCH', `/events/${event}`, { title: 'New' })
    await ask('PATCH', `/venues/${venue}`, { venue: 'HALL', city: 'Here' })
    await ask('PATCH', `/tags/${tag}`, { description: 'Loud' })
    await ask('DELETE', `/venues/${venue}`)
    await ask('DELETE', `/tags/${tag}`)
    // A link is checked when it is made: the venue may be merged meanwhile.
    expect(commits).toEqual([
      ['check venue', 'put event'],
      ['put event'],
      ['put venue'],
      ['put tag'],
      // Its slug is free now: the note says whose it was.
      ['put venue', 'put extra'],
      ['remove tag'],
    ])
  })

  test('a category that goes, and those below it that move up', async () => {
    const { ask, make, commits } = openWatched()
    const top = await make('categories', { name: 'Top' })
    const middle = await make('categories', { name: 'Middle', parent: top })
    const low = await make('categories', { name: 'Low', parent: middle })
    commits.length = 0
    expect((await ask('DELETE', `/categories/${middle}`)).status).toBe(200)
    expect(commits).toEqual([['remove category', 'put category']])
    expect((await ask('GET', `/categories/${low}`)).body.parent).toBe(top)
  })

  test('a refused write commits nothing', async () => {
    const { ask, make, commits } = openWatched()
    const id = await make('events', eventOf())
    commits.length = 0
    for (const fields of [{ title: ' ' }, { venue: [{ venue: 'New' }, 99] }, { end_date: '2026-01-01' }])
      expect((await ask('PATCH', `/events/${id}`, fields)).status).toBe(400)
    expect((await ask('PATCH', `/events/${id}`, { title: 'x' }, 'contributor')).status).toBe(403)
    expect(commits).toEqual([])
  })
})
