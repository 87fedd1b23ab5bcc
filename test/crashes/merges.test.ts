import { expect } from 'vitest'
import { at, eventOf, idOf, openCalendar } from '../routes/calendar.ts'
import { killed } from './killed-program.ts'

/*
 * A process that merges a venue with 120 events is killed at any moment. Then either nothing has happened, or the merge is
 * there for everybody, and the next requests complete it.
 */

const EVENTS = 120
/** Requests that complete a merge of three parts, at most. */
const MOST_LOOKS = 20

await killed('merges', 'merge-program.ts', 5, async ({ storage, dice, kills, counts, run }) => {
  const merge = (into: number, from: number, delay?: number) => run([`${into}`, `${from}`], delay)
  const fresh = () => openCalendar({ changes: true }, storage)
  const { make } = fresh()
  const venue = () => make('venues', { venue: 'Hall', description: `${dice.upTo(2 ** 31)}` })
  let from = await venue()
  const events: number[] = []
  for (let number = 0; number < EVENTS; number++) events.push(await make('events', eventOf({ venue: from })))

  const venuesOf = async () => {
    const { ask } = fresh()
    const shown = await Promise.all(
      events.map(async (id) => at((await ask('GET', `/events/${id}`)).body, 'venue')),
    )
    return shown.map((one) => idOf([one].flat()[0]))
  }
  const pending = () => storage.count('extra', { where: [{ key: 'owner', in: ['merge'] }] })

  let takes = await merge(await venue(), from)
  from = (await venuesOf())[0] ?? 0
  for (let kill = 0; kill < kills; kill++) {
    const into = await venue()
    await merge(into, from, dice.upTo(Math.ceil(takes * 1.1)))
    // Raw, before any request looks for what is left to do.
    const [document] = await storage.get('venue', [from])
    const isBegun = JSON.parse(document?.data ?? '{}').merged !== undefined
    const isLeft = (await pending()) > 0
    counts[isBegun ? (isLeft ? 'during' : 'after') : 'before']++
    if (!isBegun) {
      expect(isLeft).toBe(false)
      expect(new Set(await venuesOf())).toEqual(new Set([from]))
      expect((await fresh().ask('GET', `/venues/${from}`)).status).toBe(200)
      takes = await merge(into, from)
    } else {
      const answer = await fresh().ask('GET', `/venues/${from}`)
      expect(answer.headers.get('location')).toMatch(new RegExp(`/venues/${into}$`))
      for (const id of await venuesOf()) expect([from, into]).toContain(id)
    }
    for (let look = 0; look < MOST_LOOKS && (await pending()) > 0; look++) await fresh().ask('GET', '/tags')
    expect(await pending()).toBe(0)
    expect(new Set(await venuesOf())).toEqual(new Set([into]))
    const { body } = await fresh().ask('GET', `/events?venue=${from}&per_page=1`)
    expect(body.total).toBe(EVENTS)
    const { body: list } = await fresh().ask('GET', '/venues?per_page=50')
    expect(JSON.stringify(list)).not.toContain(`"id":${from},`)
    from = into
  }
})
