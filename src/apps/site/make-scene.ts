import type { Addresses } from './addresses.ts'
import { type Calendar, calendarAt, type Me } from './calendar.ts'
import { readEnds, wrongAt } from './ends.ts'
import { createLast } from './last.ts'
import type { AnyRequest } from './respond.ts'
import { type Scene, withQuery } from './scene.ts'
import type { Settings, SiteApi } from './settings.ts'
import { type Choices, readChoices } from './shared.ts'
import { sayIn } from './texts.ts'
import { type Words, wordsIn } from './words.ts'
import { wallAt } from './zones.ts'

/** Makes what the making of a page knows, and until when a page of it is valid. */
export function createScenes<Host>(api: SiteApi<Host>, settings: Settings, addresses: Addresses) {
  let facts: Promise<{ me: Me; words: Words }> | undefined

  /** The options of the calendar never change. */
  function readFacts(calendar: Calendar) {
    const reading =
      facts ??
      calendar.client.me().then((me) => ({ me, words: wordsIn(me.locale, sayIn(me.locale, settings.texts)) }))
    facts = reading
    reading.catch(() => {
      facts = undefined
    })
    return reading
  }

  // All pages of a revision have the same form. Ends are those of a day.
  const choicesAt = createLast(readChoices)
  const endsAt = createLast(readEnds)

  /** `revision`: of the calendar, where it was asked. */
  return async (url: URL, request: AnyRequest, host: Host | undefined, revision?: string | number) => {
    const base = api.baseUrl ?? url.origin
    const calendar = calendarAt(api, base, host, request.signal)
    const { me, words } = await readFacts(calendar)
    const now = api.now()
    const wall = wallAt(now, me.timezone) ?? {
      day: now.toISOString().slice(0, 10),
      time: now.toISOString().slice(11, 16),
    }
    const basePath = new URL(base).pathname.replace(/\/$/, '')
    const origin = new URL(base).origin
    // To the next day, or what a page says.
    let until =
      now.getTime() + (24 * 60 - Number(wall.time.slice(0, 2)) * 60 - Number(wall.time.slice(3))) * 60_000
    until -= until % 60_000
    const nowText = `${wall.day} ${wall.time}:00`
    const keepForMinute = () => {
      until = Math.min(until, now.getTime() + 60_000 - (now.getTime() % 60_000))
    }
    const at = (suffix: string) => (revision === undefined ? undefined : `${revision} ${suffix}`)
    let choices: Promise<Choices> | undefined
    const scene: Scene = {
      ...{ settings, me, calendar, addresses, words, now },
      former: api.former,
      perPage: Math.min(50, api.limits.perPage),
      say: words.say,
      name: settings.name ?? me.title,
      today: wall.day,
      get nowText() {
        keepForMinute()
        return nowText
      },
      wrongEnds: async () => {
        keepForMinute()
        const ends = await endsAt(at(wall.day), calendar, me.timezone, now, wall.day)
        return wrongAt(ends, nowText, now)
      },
      choices: () => {
        choices ??= choicesAt(at(''), calendar)
        return choices
      },
      path: (route, filters) => withQuery(`${basePath}${addresses.of(route)}`, filters),
      url: (route, filters) => withQuery(`${base}${addresses.of(route)}`, filters),
      href: (address) =>
        address.startsWith(`${origin}/`)
          ? address.slice(origin.length)
          : /^https?:\/\//i.test(address)
            ? address
            : '#',
      feedBase: `${base}${api.basePath}/events`,
    }
    return { scene, until: () => until }
  }
}
