import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import { at, eventOf, idOf, openCalendar, textAt } from '../routes/calendar.ts'
import { calendarsIn, eachDatabase, type Open } from '../setup/databases.ts'
import { calendarsOn, calendarsWithin } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { denoStore, durableObjectStore, lmdbStore, memoryStore } from '../setup/stores.ts'

/*
 * Whatever text the limits let through is stored, by every storage, in every field. The characters are random: repeated
 * ones are compressed by some indexes, which then hold more of them than they promise.
 */

const LINE = 1000
const NAME_OF_TERM = 200
const TEXT = 200_000
/** Deno KV writes at most 800 kB at once; beyond, the answer is 413. */
const TEXT_OF_DENO = 60_000

/** Characters of one, two, three and four bytes. */
const RANGES = [
  [0x20, 0x5f],
  [0x391, 0x60],
  [0x4e00, 20_000],
  [0x20000, 40_000],
] as const

/** So many UTF-16 units, as limits count them. */
function randomText(dice: Dice, length: number, ranges: readonly (readonly [number, number])[]): string {
  let text = ''
  while (text.length < length) {
    const [first, count] = dice.oneOf(ranges)
    const next = String.fromCodePoint(first + dice.upTo(count))
    // Markup, quotes and blanks would come back in another form.
    text += text.length + next.length > length || /[\s<>&%"'`]/.test(next) ? 'x' : next
  }
  return text
}

const stores = [
  ['key-value in memory', await memoryStore()],
  ['Durable Objects, by their shape', await durableObjectStore()],
  ['LMDB', await lmdbStore()],
  ['Deno KV', await denoStore()],
] as const
const redis = await redisStore()

const storages: readonly (readonly [string, Open | string | (() => Promise<{ storage: Storage }>)])[] = [
  ['memory', async () => ({ storage: memoryStorage() })],
  ...(await eachDatabase()).map(({ name, database }): [string, Open | string] => [
    name,
    typeof database === 'string' ? database : calendarsIn(database),
  ]),
  ...stores.map(([name, store]): [string, Open | string] => [
    name,
    typeof store === 'string' ? store : calendarsWithin(store),
  ]),
  ['Redis', typeof redis === 'string' ? redis : calendarsOn(redis.open)],
]

for (const [name, open] of storages) {
  if (typeof open === 'string') test.skip(`${name}: ${open}`)
  else {
    const length = name === 'Deno KV' ? TEXT_OF_DENO : TEXT
    describe(name, () => takesAnyText(async () => (await open()).storage, length))
  }
}

function takesAnyText(open: () => Promise<Storage>, length: number): void {
  test.each([
    ['random characters of all widths', RANGES],
    ['random characters of three bytes', RANGES.slice(2, 3)],
    ['random characters of four bytes', RANGES.slice(3)],
  ])('every field takes as many characters as its limit, and they are found again: %s', async (_, ranges) => {
    const dice = new Dice(ranges.length)
    const line = (end = '') => randomText(dice, LINE - end.length, ranges) + end
    const storage = await open()
    await storage.migrate()
    const calendar = openCalendar({}, storage)
    const { ask, make, errors } = calendar
    const venue = { venue: line(), address: line(), city: line(), country: line(), province: line() }
    const organizer = { organizer: line(), phone: line() }
    const category = { name: randomText(dice, NAME_OF_TERM, ranges), description: line() }
    const tag = { name: randomText(dice, NAME_OF_TERM, ranges), description: line() }
    const event = {
      title: line(),
      description: randomText(dice, length, ranges),
      excerpt: line(),
      slug: line(),
    }
    const created = await ask(
      'POST',
      '/events',
      eventOf({
        ...event,
        venue,
        organizer: [organizer],
        categories: [await make('categories', category)],
        tags: [await make('tags', tag)],
        status: 'publish',
      }),
    )
    expect(errors).toEqual([])
    expect(created.status, created.text.slice(0, 400)).toBe(201)
    const { body } = await ask('GET', `/events/${idOf(created.body)}`)
    expect(body.title).toBe(event.title)
    expect(at(body, 'venue')).toMatchObject(venue)
    expect(at(body, 'organizer', 0)).toMatchObject(organizer)
    expect(at(body, 'categories', 0)).toMatchObject({ name: category.name })
    expect(at(body, 'tags', 0)).toMatchObject({ name: tag.name })

    // By what the indexes have: the slug, a part of the text, the names.
    const slug = textAt(body, 'slug')
    expect(idOf((await ask('GET', `/events/by-slug/${slug}`)).body)).toBe(idOf(body))
    const part = [...event.description].slice(-40, -20).join('')
    const found = await ask('GET', `/events?search=${encodeURIComponent(part)}&start_date=2027-01-01`)
    expect(at(found.body, 'events', 0, 'id'), found.text.slice(0, 200)).toBe(idOf(body))
    const second = await make(
      'events',
      eventOf({ venue: { venue: venue.venue }, organizer: [{ organizer: organizer.organizer }] }),
    )
    const again = (await ask('GET', `/events/${second}`)).body
    expect([at(again, 'venue', 'id'), at(again, 'organizer', 0, 'id')]).toEqual([
      at(body, 'venue', 'id'),
      at(body, 'organizer', 0, 'id'),
    ])
    expect(errors).toEqual([])
  })

  test.each([
    ['no characters', 'one\uffff\ufdd0\u{1fffe}two'],
    ['controls', 'one\u0001\u001b\u001f\u007f\u0085two'],
    ['marks without a letter', '\u0301one\u200b\u202e\ufefftwo'],
  ])('no character is a fault: %s', async (_, text) => {
    const storage = await open()
    await storage.migrate()
    const { ask, errors } = openCalendar({}, storage)
    const answers = [
      await ask('POST', '/venues', { venue: text, address: text, slug: text }),
      await ask('POST', '/organizers', { organizer: text }),
      await ask('POST', '/tags', { name: text, slug: text }),
      await ask('POST', '/categories', { name: text, description: text }),
      await ask(
        'POST',
        '/events',
        eventOf({ title: text, description: text, venue: { venue: text }, tags: [text] }),
      ),
      await ask('POST', '/events', eventOf({ title: text, venue: { venue: text }, tags: [text] })),
      await ask('GET', `/events?start_date=2027-01-01&search=${encodeURIComponent(text)}`),
      await ask('GET', `/venues?search=${encodeURIComponent(text)}`),
      await ask('GET', `/events/by-slug/${encodeURIComponent(text)}`),
    ]
    expect(errors).toEqual([])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const [, , , , created] = answers
    const { body } = await ask('GET', `/events/${idOf(created?.body)}`)
    expect(at(body, 'title')).toBe(at(created?.body, 'title'))
    expect(at(body, 'venue', 'venue')).toBe(at(created?.body, 'venue', 'venue'))
  })
}
