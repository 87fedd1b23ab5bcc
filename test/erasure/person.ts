import type { EraseOptions, EventsApi } from 'kalends'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, eventOf, idOf, listOf, openCalendar } from '../routes/calendar.ts'
import { limited } from '../series/limited-storage.ts'
import { openPublic, type Public } from '../suggestions/suggesting.ts'

/* `api.erase` on one storage: a word that only the person has is nowhere any more, or where the call says. */

/** Runs with a storage that others have filled before, and leaves no person behind. */
export function erasePersonOn(storageOf: () => Storage, everything: () => Promise<string>): void {
  let people = 0
  /** A person who is nowhere yet, with a word that is in all that they give. */
  const newPerson = () => {
    const word = `zqperson${people++}x`
    return { word, email: `ann.${word}@mail.example`, name: `Ann ${word}` }
  }
  /** The users of the revisions of an event, and whether their states are kept; the newest first. */
  async function revisionsOf(api: EventsApi, event: number) {
    const url = `http://localhost${api.basePath}/events/${event}/revisions`
    const response = await api.as({ id: 1, role: 'administrator' })(new Request(url))
    const all = listOf(await response.json())
    return { users: all.map((one) => at(one, 'user')), kept: all.map((one) => at(one, 'event') !== null) }
  }
  type Someone = ReturnType<typeof newPerson>

  const openSite = (storage = storageOf()): Public => openPublic(storage, { changes: true })
  const contactOf = ({ name, email, word }: Someone, message = word) => ({ name, email, message })

  async function expectForgotten({ word }: Someone): Promise<void> {
    const text = (await everything()).toLowerCase()
    const place = text.indexOf(word)
    expect(place < 0 ? '' : text.slice(Math.max(0, place - 300), place + 100)).toBe('')
  }

  const eraseAs = (api: EventsApi, { email }: Someone, more: Partial<EraseOptions> = {}) =>
    api.erase({ email, ...more })

  /** Two that wait, one of them a series, one that is published and one that is declined. */
  async function suggestAll(site: Public, person: Someone) {
    const { word } = person
    const waiting = await site.suggest({
      ...{ title: `Feast of ${word}`, description: word, website: `https://${word}.example/` },
      ...{ venue: `Barn of ${word}`, organizer: [`Choir of ${word}`], contact: contactOf(person) },
    })
    const [published, declined] = [
      await site.suggest({ contact: contactOf(person) }),
      await site.suggest({ contact: { ...contactOf(person), email: person.email.toUpperCase() } }),
    ]
    await site.calendar.ask('PATCH', `/events/${published.id}`, { status: 'publish' })
    await site.calendar.ask('PATCH', `/events/${declined.id}`, {
      ...{ status: 'trash', event_status_reason: '' },
    })
    return { waiting, published, declined }
  }

  test('of suggestions, nothing of who sent them stays, and nothing at all of one that waits', async () => {
    const person = newPerson()
    const site = openSite()
    const before = await site.waiting()
    const { waiting, published, declined } = await suggestAll(site, person)
    expect(await everything()).toContain(person.word)
    expect(await eraseAs(site.calendar.api, person)).toEqual({
      ...{ withdrawn: 1, contacts: 2, authored: 0, names: [person.name], named: [], more: false },
      entries: expect.any(Number),
    })
    await expectForgotten(person)
    expect(await site.waiting()).toBe(before)
    expect((await site.calendar.ask('GET', `/events/${waiting.id}`)).status).toBe(404)
    expect((await site.calendar.ask('GET', `/events/${published.id}`)).body.status).toBe('publish')
    for (const { id, secret } of [published, declined]) {
      expect((await site.ask('GET', `/suggestions/${id}`, undefined, { secret })).status).toBe(200)
    }
    expect(await eraseAs(site.calendar.api, person)).toEqual({
      ...{ withdrawn: 0, contacts: 0, entries: 0, authored: 0, names: [], named: [], more: false },
    })
  })

  test('a suggestion of somebody else that names the address, or a longer one, stays and is told', async () => {
    const [person, other] = [newPerson(), newPerson()]
    const site = openSite()
    const { id } = await site.suggest({ contact: contactOf(other, `Ask ${person.email}.`) })
    await site.suggest({ contact: { ...contactOf(other), email: `jo${person.email}` } })
    expect(await eraseAs(site.calendar.api, person)).toMatchObject({
      ...{ withdrawn: 0, contacts: 0, named: [{ kind: 'suggestion', id, fields: ['contact'] }] },
    })
    for (const email of [other.email, `jo${person.email}`]) await site.calendar.api.erase({ email })
    await expectForgotten(person)
  })

  test('a process without suggestions and changes erases the same', async () => {
    const person = newPerson()
    await suggestAll(openSite(), person)
    const { api } = openCalendar({}, storageOf())
    expect(await eraseAs(api, person)).toMatchObject({ withdrawn: 1, contacts: 2 })
    await expectForgotten(person)
  })

  test('an account: its name leaves history and deliveries, its ID stays', async () => {
    const person = newPerson()
    const principal = { id: 5, role: 'editor', name: person.name, email: person.email } as const
    const calendar = openCalendar({ changes: true, authenticate: () => principal }, storageOf())
    const id = await calendar.make('events', eventOf())
    for (const excerpt of ['Two', 'Three']) await calendar.ask('PATCH', `/events/${id}`, { excerpt })
    const users = async () => (await revisionsOf(calendar.api, id)).users
    expect(await users()).toEqual([1, 2, 3].map(() => ({ id: 5, name: person.name })))
    expect(await everything()).not.toContain(person.email)
    const erased = await calendar.api.erase({ user: '5' })
    expect(erased).toMatchObject({ entries: 3, names: [person.name], named: [] })
    expect(erased.authored).toBeGreaterThan(0)
    expect(await users()).toEqual([1, 2, 3].map(() => ({ id: 5 })))
    await expectForgotten(person)
  })

  test('an account whose ID is the address: the ID leaves the history, and records that have it are told', async () => {
    const person = newPerson()
    const principal = { id: person.email, role: 'editor' } as const
    const calendar = openCalendar(
      { changes: true, authenticate: () => principal, isAuthor: () => true },
      storageOf(),
    )
    const id = await calendar.make('events', eventOf())
    await calendar.ask('PATCH', `/events/${id}`, { excerpt: 'Two' })
    const { named } = await eraseAs(calendar.api, person)
    expect(named).toEqual([{ kind: 'event', id, fields: ['author'] }])
    await calendar.ask('PATCH', `/events/${id}`, { author: 1 })
    await eraseAs(calendar.api, person)
    await expectForgotten(person)
  })

  test('texts that name the person are told, and keep their history until they are mended', async () => {
    const person = newPerson()
    const { name, email } = person
    const { api, ask, make } = openCalendar({ changes: true }, storageOf())
    const event = await make('events', {
      ...eventOf({ title: `Reading by ${name}` }),
      description: `<p>Write to <a href="mailto:${encodeURIComponent(email)}">her</a></p>`,
      organizer: [{ organizer: name, email }],
    })
    const organizer = idOf(at((await ask('GET', `/events/${event}`)).body, 'organizer', 0))
    const series = await make('events', {
      ...eventOf({ title: `Talk by <i>Ann</i> ${person.word}`, slug: `talk-${event}` }),
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
    })
    await ask('PATCH', `/events/${event}`, { excerpt: 'Two' })
    const kept = async () => (await revisionsOf(api, event)).kept
    expect(await kept()).toEqual([true, true])
    const first = await api.erase({ email, names: [name] })
    expect(first).toMatchObject({ entries: 0, more: false })
    expect(first.named).toHaveLength(3)
    expect(first.named).toEqual(
      expect.arrayContaining([
        { kind: 'organizer', id: organizer, fields: expect.arrayContaining(['organizer', 'email', 'slug']) },
        { kind: 'event', id: event, fields: expect.arrayContaining(['title', 'description', 'slug']) },
        // Its dates have the title from it.
        { kind: 'event', id: series, fields: ['title'] },
      ]),
    )
    expect(await kept()).toEqual([true, true])
    await ask('DELETE', `/organizers/${organizer}?force=true`)
    await ask('DELETE', `/events/${series}?force=true`)
    await ask('PATCH', `/events/${event}`, { title: 'Reading', description: '', slug: `reading-${event}` })
    const second = await api.erase({ email, names: [name] })
    expect(second).toMatchObject({ named: [], names: [] })
    expect(second.entries).toBeGreaterThan(0)
    await expectForgotten(person)
    expect((await ask('GET', `/events/${event}`)).body).toMatchObject({ title: 'Reading', excerpt: 'Two' })
  })

  test('cut off after each commit, in small ones, the next call completes it', async () => {
    for (let commits = 0; ; commits++) {
      const person = newPerson()
      const { word, name } = person
      const site = openSite()
      await site.suggest({ title: word, contact: contactOf(person) })
      const series = await site.suggest({ title: `Days of ${word}`, contact: contactOf(person) })
      await site.calendar.ask('PATCH', `/events/${series.id}`, {
        recurrence: { rrule: 'FREQ=DAILY;COUNT=12' },
      })
      const editor = openCalendar(
        { changes: true, authenticate: () => ({ id: 6, role: 'editor', name }) },
        storageOf(),
      )
      await editor.make('events', eventOf())
      const dying = openSite(limited(storageOf(), { most: 18, commits }))
      const isDone = await dying.calendar.api.erase({ user: 6, email: person.email }).then(
        () => true,
        () => false,
      )
      await openSite(limited(storageOf(), { most: 18 })).calendar.api.erase({ user: 6, email: person.email })
      await expectForgotten(person)
      if (isDone) break
    }
  })

  test('two processes at once: together they do it once', async () => {
    const person = newPerson()
    await suggestAll(openSite(), person)
    const both = await Promise.all([1, 2].map(() => eraseAs(openSite().calendar.api, person)))
    const sum = (of: (one: (typeof both)[number]) => number) => both.reduce((all, one) => all + of(one), 0)
    expect([sum(({ withdrawn }) => withdrawn), sum(({ contacts }) => contacts)]).toEqual([1, 2])
    await expectForgotten(person)
  })

  test('a signal ends it, and says that there is more', async () => {
    const person = newPerson()
    const site = openSite()
    await site.suggest({ contact: contactOf(person) })
    const signal = AbortSignal.abort()
    expect(await eraseAs(site.calendar.api, person, { signal })).toMatchObject({ withdrawn: 0, more: true })
    expect(await eraseAs(site.calendar.api, person)).toMatchObject({ withdrawn: 1, more: false })
  })

  describe('what names nobody is refused', () => {
    const wrong: unknown[] = [
      ...[{}, { names: ['Ann Lee'] }, { user: 0 }, { user: '' }, { user: null }, { email: '' }],
      ...[{ email: 'ann' }, { email: 7 }, { email: null }, { user: 7, email: 'ann@' }],
      ...[
        { user: 7, names: 'Ann' },
        { user: 7, names: ['A'] },
        { user: 7, names: ['--'] },
      ],
      { user: 7, names: Array.from({ length: 21 }, () => 'Ann') },
    ]
    test.each(wrong)('%j', async (options) => {
      const { api } = openCalendar({}, storageOf())
      // Callers without types.
      await expect(api.erase(options as EraseOptions)).rejects.toThrow(TypeError)
    })
  })
}
