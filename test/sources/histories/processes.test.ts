import { expect, test } from 'vitest'
import { listOf } from '../../routes/calendar.ts'
import { processCalendars } from '../../setup/process-calendars.ts'
import { open } from '../../setup/shared-calendar.ts'
import { calendarOf, calendarResponse, eventOn } from '../feeds.ts'
import { readersProgram } from './readers.ts'
import { askTown, openTown } from './town.ts'

/*
 * Three processes read the same sources at the same time: on SQLite, and on every storage with `PROCESSES=full`. `ROUNDS=n`
 * chooses how often.
 */

const isFull = process.env.PROCESSES === 'full'
const rounds = Number(process.env.ROUNDS ?? 2)

const start = readersProgram()

const numberIn = (answer: unknown, name: string): number => Number(Reflect.get(Object(answer), name) ?? 0)
const FIGURES = ['new', 'changed', 'gone'] as const

const FEEDS = 6
/** Events that a feed has. */
const EVENTS = 8

/** Each round one event is new, one is changed, and one is gone. */
const feedOf = (feed: number, round: number): string =>
  calendarOf(
    Array.from({ length: EVENTS }, (_, at) => {
      const number = round + at
      const title = `Feed ${feed} event ${number}${at <= 3 ? ', changed' : ''}`
      return eventOn(`05${String(1 + (number % 28)).padStart(2, '0')}`, `${number}`, { SUMMARY: title })
    }),
  )

const calendars = await processCalendars(isFull)
for (const [where, calendar] of calendars) {
  if (typeof calendar === 'string') {
    test.skip(`${where}: ${calendar}`)
    continue
  }

  test(`${where}: of processes that read at the same time, one reads each source, and one brings each event`, async () => {
    const { storage, close } = open(calendar)
    await storage.migrate()
    let round = 0
    let time = Date.parse('2027-03-01T12:00:00Z')
    const asked = new Map<string, number>()
    const answer = async (url: string) => {
      asked.set(url, (asked.get(url) ?? 0) + 1)
      return calendarResponse(feedOf(Number(new URL(url).hostname.split('.')[1]), round))
    }
    const town = openTown(storage, answer, () => new Date(time))
    const ids: unknown[] = []
    for (let feed = 0; feed < FEEDS; feed++) {
      const url = `https://feed.${feed}.example/a.ics`
      const { body } = await askTown(town, 'POST', '/sources', { url, status: 'publish' })
      ids.push(body.id)
    }
    expect(await town.pull()).toMatchObject({ read: FEEDS, new: FEEDS * EVENTS })
    const { readers, end } = await start(calendar, answer, [0, 0, 0])
    const began = performance.now()
    try {
      while (round < rounds) {
        round++
        time += 61 * 60_000
        asked.clear()
        const isByHand = round % 2 === 0
        const pulls = readers.flatMap((reader) => [
          reader.tell({ do: 'pull', time }),
          reader.tell({ do: 'pull', time }),
        ])
        const posts = isByHand
          ? ids.map((id, at) =>
              readers[at % readers.length]?.tell({
                do: 'ask',
                time,
                method: 'POST',
                path: `/sources/${id}/pull`,
              }),
            )
          : []
        const pulled = await Promise.all(pulls)
        const reports = (await Promise.all(posts)).map((post) => Reflect.get(Object(post), 'body'))
        const sumOf = (answers: readonly unknown[], name: string) =>
          answers.reduce((sum: number, one) => sum + numberIn(one, name), 0)
        for (const name of FIGURES) expect(sumOf([...pulled, ...reports], name), name).toBe(FEEDS)
        expect(sumOf(pulled, 'failed')).toBe(0)
        expect(asked.size).toBe(FEEDS)
        if (isByHand) continue
        expect([...asked.values()]).toEqual(Array(FEEDS).fill(1))
        expect(sumOf(pulled, 'read')).toBe(FEEDS)
      }
      const query = 'start_date=2027-01-01&end_date=2028-01-01&per_page=1'
      const all = await askTown(town, 'GET', `/events?${query}`)
      expect(all.body.total).toBe(FEEDS * (EVENTS + rounds))
      const canceled = await askTown(town, 'GET', `/events?${query}&event_status=canceled`)
      expect(canceled.body.total).toBe(FEEDS * rounds)
      expect(listOf((await askTown(town, 'GET', '/venues')).body.venues)).toHaveLength(1)
    } finally {
      const took = Math.round((performance.now() - began) / 1000)
      console.log(
        `${where}, together: ${round} rounds of ${FEEDS} sources by ${readers.length} processes, ${took} s`,
      )
      await end()
      await close()
    }
  })
}
