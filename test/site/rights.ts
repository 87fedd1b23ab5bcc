import { createSite } from 'kalends/site'
import type { OpenedStorage } from 'kalends/testing'
import { afterAll, expect, test } from 'vitest'
import { openWorld, PASSWORD, type World } from '../rights/stock.ts'
import type { State } from '../rights/table.ts'

/*
 * What a visitor may not see is on no page: two calendars, of which one hides an event, a venue and an organizer, answer
 * alike at every address, byte for byte, whoever asks, made and kept.
 */

export type OpenStorage = () => Promise<Required<OpenedStorage>> | Required<OpenedStorage>

const ORIGIN = 'https://calendar.example'
const STATES = ['draft', 'pending', 'private', 'future', 'trash', 'password'] as const satisfies State[]
/** Quick tests try two of them, at every fifth address. */
const STEP = process.env.RIGHTS === 'a fifth' ? 5 : 1
const every = <T>(step: number, all: readonly T[]): T[] => all.filter((_one, at) => at % step === 0)
const HIDDEN = every(STEP, STATES)

const FILTERS = [
  ...['search=zq', 'search=zqtitle', 'search=zqdescription', 'search=zqvenue', 'search=zqorganizer'],
  ...['search=title', 'search=open', 'venue=zqhouse', 'organizer=zqpeople', 'venue=hall,zqhouse'],
  ...['venue=lone-house', 'organizer=lone-band', 'category=rare', 'category=food', 'tag=seldom'],
  ...['featured=1', 'free=1', 'online=1', 'when=past', 'page=2', 'from=2027-06-17', 'to=2027-06-18'],
  ...['from=2027-06-17&to=2027-06-18&featured=1', 'category=rare&search=zq'],
]

/** All addresses that could show them: `ids` are of both calendars, the slugs of the one that hides them. */
function addressesOf({ ids }: World): string[] {
  const { event, venue, organizer, rare, hall } = ids
  const direct = ['/event/zqevent', '/venue/zqhouse', '/organizer/zqpeople'].flatMap((path) => [
    ...[`${path}/`, path, `${path}/?search=zq`, `${path}__trashed/`, `${path}/?ical=1`],
    `${path.replace('/zq', '/ZQ')}/`,
  ])
  const numbered = [event, venue, organizer].flatMap((id) => [
    ...[`/event/${id}/`, `/venue/${id}/`, `/?p=${id}`, `/?post_type=tribe_events&p=${id}`],
    ...[`/events/?venue=${id}`, `/events/?organizer=${id}`, `/events/?venue=${hall},${id}`],
  ])
  const others = [
    ...['/event/zqevent/qr.svg', '/event/zqevent/2027-06-17/', '/event/zqevent/2027-06-17/2/'],
    ...['/events/zqevent/', '/events/category/rare/', '/events/category/food/rare/', '/events/tag/seldom/'],
    ...[
      '/events/category/food/',
      '/events/category/food/month/2027-06/',
      '/venue/hall/',
      '/organizer/choir/',
    ],
    ...['/venue/lone-house/', '/venue/lone-house/?when=past', '/organizer/lone-band/', '/event/open-day/'],
    ...['/event/late-show/', '/events/month/2027-05/', '/events/month/2027-06/', '/events/month/2027-09/'],
    ...['/events/2027-06-17/', '/events/2027-06-18/', '/events/2027-05-10/', '/events/today/'],
    ...['/events/mail/?from=2027-06-01&days=31', '/events/mail.txt?from=2027-06-17&days=3'],
    ...['/events/sitemap.xml', '/events/sitemap-1.xml', '/events/qr.svg', '/events/suggest/', '/events/'],
    ...['/events/?ical=1', '/events/feed/', '/events/list/?tribe-bar-search=zq', '/event/none/', '/none/'],
    ...[`/events/?category=${rare.category}`, `/events/?tag=${rare.tag}`, '/events/month/2027-06/?search=zq'],
  ]
  const filtered = FILTERS.flatMap((filter) => [
    ...[`/events/?${filter}`, `/events/month/2027-06/?${filter}`, `/events/2027-06-17/?${filter}`],
    ...[
      `/events/mail/?from=2027-06-01&days=30&${filter}`,
      `/events/mail.txt?from=2027-05-01&days=90&${filter}`,
    ],
  ])
  return [...direct, ...numbered, ...others, ...filtered]
}

/** Addresses that only redirect, and filters that leave it out. */
const isSame = (path: string): boolean =>
  /none|\/zq\w+$|qr\.svg$|tribe-bar|post_type|category\/rare\/$|hall\/|choir\//.test(path) ||
  /[?&](when=past|page=2|online|free)|mail.*search=(zqvenue|zqorganizer|open)/.test(path)

const bodyOf = (password: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ password }).toString(),
})

async function answerOf({ api }: World, path: string, as: string | undefined, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  if (as !== undefined) headers.set('x-user', as)
  const response = await api.fetch(new Request(`${ORIGIN}${path}`, { redirect: 'manual', ...init, headers }))
  const text = await response.text()
  return { status: response.status, text: `${text}\n${JSON.stringify([...response.headers])}` }
}

/** As one text, of which only the place of a difference is shown. */
function expectSame(here: string, there: string, label: string): void {
  if (here === there) return
  const at = [...here].findIndex((letter, index) => letter !== there[index])
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  expect(around(here), label).toBe(around(there))
  expect(here.length, label).toBe(there.length)
}

export function rightsOn(openStorage: OpenStorage): void {
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers) await close()
  })

  async function openPages(state: State, isThere: boolean): Promise<World> {
    const opened = await openStorage()
    closers.push(() => opened.close())
    await opened.storage.migrate()
    return openWorld(state, 'author2', isThere, {
      storage: opened.storage,
      options: { site: (api) => createSite(api) },
    })
  }
  let without: Promise<World> | undefined
  const twinOf = (state: State) => {
    if (state === 'password') return openPages(state, false)
    without ??= openPages('draft', false)
    return without
  }

  test.each(HIDDEN)('no page tells of a record with the status %s', async (state) => {
    const [world, twin] = await Promise.all([openPages(state, true), twinOf(state)])
    const compare = async (path: string, as?: string, init?: RequestInit) => {
      const [here, there] = [await answerOf(world, path, as, init), await answerOf(twin, path, as, init)]
      expectSame(`${here.status} ${here.text}`, `${there.status} ${there.text}`, `${as} ${path}`)
      expect(here.status, path).toBeLessThan(500)
      return here
    }
    const paths = every(STEP, addressesOf(world))
    // Made, then kept; signed in or not; the head alone.
    for (const path of paths) {
      const visitor = await compare(path)
      expect((await answerOf(world, path, 'author2')).text, path).toBe(visitor.text)
    }
    for (const path of every(7, paths)) {
      await compare(path, undefined, { method: 'HEAD' })
      await compare(path, 'subscriber')
      await compare(path, 'administrator')
    }
    if (state !== 'password') {
      for (const path of ['/event/zqevent/', '/event/none/'])
        for (const password of [PASSWORD, 'wrong', '']) await compare(path, undefined, bodyOf(password))
    }
    // Nor does a page tell that something happens to it.
    const fields = { description: 'Zqnews', website: 'https://zqnew.example/' }
    const hidden = state === 'password' ? (['event'] as const) : (['event', 'venue', 'organizer'] as const)
    for (const kind of hidden)
      expect((await world.ask('PATCH', `/${kind}s/${world.ids[kind]}`, fields)).status).toBe(200)
    for (const path of every(3, paths)) await compare(path)
  })

  test('each address would show them: a public record is on its page, in lists, months, mails and feeds', async () => {
    const [world, twin] = await Promise.all([openPages('publish', true), twinOf('publish')])
    const shown = every(STEP, addressesOf(world)).filter((path) => !isSame(path))
    const same: string[] = []
    for (const path of shown) {
      const [here, there] = [await answerOf(world, path, undefined), await answerOf(twin, path, undefined)]
      if (here.text === there.text) same.push(path)
    }
    expect(same).toEqual([])
  })
}
