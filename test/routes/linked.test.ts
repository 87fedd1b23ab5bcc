import { describe, expect, test } from 'vitest'
import {
  at,
  census,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  listOf,
  openCalendar,
  textAt,
} from './calendar.ts'

describe('one write, one commit', () => {
  const inline = {
    venue: { venue: 'New hall' },
    organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
    categories: 'Brand new',
    tags: ['fresh', 'crisp'],
  }

  test('a refused event leaves nothing of what it brought along', async () => {
    const calendar = openCalendar()
    const { ask } = calendar
    const before = await census(calendar)
    const refused = [
      [eventOf({ ...inline, end_date: '2027-05-09' }), 400],
      [eventOf({ ...inline, image: 7 }), 400],
      [eventOf({ ...inline, author: 99 }), 400],
      [eventOf({ ...inline, organizer: [{ organizer: 'Ann' }, 99] }), 400],
      [eventOf({ ...inline, organizer: [{ organizer: 'Ann' }, { organizer: ' ' }] }), 400],
      [eventOf({ ...inline, post_parent: 99 }), 400],
    ] as const
    for (const [body, status] of refused) {
      const answer = await ask('POST', '/events', body)
      expect(answer.status, answer.text).toBe(status)
    }
    // Refused for want of rights, after everything was found right.
    for (const more of [{ sticky: true }, { featured: true }, { author: 1 }, {}]) {
      const answer = await ask('POST', '/events', eventOf({ ...inline, ...more }), 'contributor')
      expectRefusal(answer, 403, 'rest_forbidden')
    }
    const byAuthor = await ask('POST', '/events', eventOf(inline), 'author')
    expectRefusal(byAuthor, 403, 'rest_forbidden')
    expect(await census(calendar)).toEqual(before)
  })

  test('a refused update leaves nothing either', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf())
    const before = await census(calendar)
    for (const more of [{ end_date: '2027-01-01' }, { title: ' ' }, { venue: [{ venue: 'X' }, 99] }]) {
      const answer = await calendar.ask('PATCH', `/events/${id}`, { ...inline, ...more })
      expect(answer.status).toBe(400)
    }
    expectRefusal(await calendar.ask('PATCH', `/events/${id}`, inline, 'author'), 403, 'rest_forbidden')
    expectRefusal(await calendar.ask('PATCH', '/events/999', inline), 404, 'rest-event-not-found')
    expect(await census(calendar)).toEqual(before)
    expect((await calendar.ask('GET', `/events/${id}`)).body).toMatchObject({ title: 'Open day', venue: [] })
  })

  test('a good event brings everything with it', async () => {
    const calendar = openCalendar()
    const { body } = await calendar.ask('POST', '/events', eventOf(inline))
    expect(body).toMatchObject({
      venue: { venue: 'New hall' },
      organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
      categories: [{ name: 'Brand new', count: 1 }],
      tags: [{ name: 'crisp' }, { name: 'fresh' }],
    })
    expect(await census(calendar)).toEqual({ events: 1, venues: 1, organizers: 2, categories: 1, tags: 2 })
  })
})

describe('a name that exists already', () => {
  test('is reused unchanged, inline and on its own', async () => {
    const { ask, make } = openCalendar()
    const hall = await make('venues', { venue: 'Fish & Chips', city: 'Hull', phone: '1' })
    for (const name of ['Fish & Chips', 'fish &amp; chips', ' FISH & CHIPS ']) {
      const event = await ask(
        'POST',
        '/events',
        eventOf({ venue: { venue: name, city: 'Hull', phone: '2' } }),
      )
      expect(event.body.venue, name).toMatchObject({ id: hall, city: 'Hull', phone: '1' })
      const again = await ask('POST', '/venues', { venue: name, phone: '2' })
      expect(again.status).toBe(201)
      expect(again.body).toMatchObject({ id: hall, city: 'Hull', phone: '1' })
    }
    const other = await ask('POST', '/venues', { venue: 'Fish & Chips', description: 'Another' })
    expect(other.body.id).not.toBe(hall)
    // Two spellings of one new name in one event are one record.
    const twice = await ask(
      'POST',
      '/events',
      eventOf({ organizer: [{ organizer: 'A & B' }, { organizer: 'a &amp; b' }] }),
    )
    expect(listOf(twice.body.organizer)).toHaveLength(1)
  })

  test('of a record that the caller may not read is neither reused nor shown', async () => {
    const { ask, make } = openCalendar()
    for (const status of ['draft', 'pending', 'private', 'future']) {
      const date = status === 'future' ? { date: '2027-12-01' } : {}
      const hidden = await make('venues', { venue: `Den ${status}`, city: 'Hull', status, ...date })
      const inline = await ask('POST', '/events', eventOf({ venue: { venue: `Den ${status}` } }), 'author')
      const made = at(inline.body, 'venue')
      expect(idOf(made)).not.toBe(hidden)
      expect(made).not.toHaveProperty('city')
      const alone = await ask('POST', '/venues', { venue: `Den ${status}` }, 'author2')
      // By now there is a published one of this name, which is reused.
      expect(alone.body.id).toBe(idOf(made))
      expect((await ask('POST', '/venues', { venue: `Den ${status}` }, 'editor')).body.id).toBe(hidden)
    }
    const trashed = await make('venues', { venue: 'Gone' })
    await ask('DELETE', `/venues/${trashed}`)
    expect((await ask('POST', '/venues', { venue: 'Gone' })).body.id).not.toBe(trashed)
  })
})

describe('venue and organizer come in many shapes', () => {
  async function withLinked() {
    const calendar = openCalendar()
    const v1 = await calendar.make('venues', { venue: 'V1' })
    const v2 = await calendar.make('venues', { venue: 'V2' })
    const o1 = await calendar.make('organizers', { organizer: 'O1' })
    const o2 = await calendar.make('organizers', { organizer: 'O2' })
    return { ...calendar, venue: [v1, v2], organizer: [o1, o2] } as const
  }

  test('IDs, digits, objects, lists and comma lists all mean the same', async () => {
    const { ask, venue, organizer } = await withLinked()
    for (const [kind, [a = 0, b = 0]] of [
      ['venue', venue],
      ['organizer', organizer],
    ] as const) {
      const one = [
        a,
        String(a),
        `0${a}`,
        { id: a },
        { id: String(a), [kind]: 'Ignored' },
        [a],
        [String(a)],
        [{ id: a }],
        `${a},`,
        [a, a],
        [a, null, '', 0, {}, { [kind]: '' }],
      ]
      for (const shape of one) {
        const { body, status, text } = await ask('POST', '/events', eventOf({ [kind]: shape }))
        expect(status, `${JSON.stringify(shape)} ${text}`).toBe(201)
        const shown = body[kind]
        expect(kind === 'venue' ? [idOf(shown)] : listOf(shown).map(idOf), JSON.stringify(shape)).toEqual([a])
      }
      for (const shape of [[b, a], `${b},${a}`, `${b} , ${a} , ${b}`, [{ id: b }, String(a)]]) {
        const { body } = await ask('POST', '/events', eventOf({ [kind]: shape }))
        expect(listOf(body[kind]).map(idOf), JSON.stringify(shape)).toEqual([b, a])
      }
      const mixed = await ask('POST', '/events', eventOf({ [kind]: [b, { [kind]: 'New' }] }))
      expect(listOf(mixed.body[kind]).map((one) => at(one, kind))).toEqual([
        kind === 'venue' ? 'V2' : 'O2',
        'New',
      ])
      const single = await ask('POST', '/events', eventOf({ [kind]: { [kind]: 'Newer' } }))
      expect(listOf([single.body[kind]].flat()).map((one) => at(one, kind))).toEqual(['Newer'])
      const none = await ask('POST', '/events', eventOf({ [kind]: [] }))
      expect(none.body[kind]).toEqual([])
    }
  })

  test('anything else is refused by name', async () => {
    const { ask, venue, organizer } = await withLinked()
    for (const [kind, [a = 0], [other = 0]] of [
      ['venue', venue, organizer],
      ['organizer', organizer, venue],
    ] as const) {
      const wrong = [
        true,
        99,
        '99',
        'Hall',
        -1,
        1.5,
        `${a},99`,
        [a, 99],
        [[a]],
        other,
        { id: 99 },
        { id: 'x' },
        { city: 'Hull' },
        { [kind]: ' ' },
        { [kind]: '<b> </b>' },
        { [kind]: '<script>x</script>' },
        { [kind]: 5 },
        { [kind]: 'X', website: 'no' },
        { [kind]: 'X', date: 'no' },
        { [kind]: 'X', author: 99 },
      ]
      for (const shape of wrong) {
        const answer = await ask('POST', '/events', eventOf({ [kind]: shape }))
        expect(answer.status, `${kind} ${JSON.stringify(shape)}`).toBe(400)
        expectWrong(answer, kind)
      }
    }
  })
})

test('a venue given by its fields may bring an image, and what is wrong inside is named', async () => {
  const { ask } = openCalendar()
  const image = 'https://a.example/hall.jpg'
  const { body } = await ask('POST', '/events', eventOf({ venue: { venue: 'Hall', image } }))
  expect(at(body, 'venue', 'image', 'url')).toBe(image)
  const wrong = await ask('POST', '/events', eventOf({ venue: { venue: 'Shed', image: 7, date: 'soon' } }))
  expectWrong(wrong, 'venue')
  expect(textAt(wrong.body, 'data', 'params', 'venue')).toMatch(
    /date is not a date: "soon".*image is not the ID/,
  )
})
