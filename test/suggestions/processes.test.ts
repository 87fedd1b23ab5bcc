import { afterAll, beforeAll, expect, test } from 'vitest'
import { BundledProgram } from '../setup/bundled-program.ts'
import { OrderedProcess } from '../setup/ordered-process.ts'
import { processCalendars } from '../setup/process-calendars.ts'
import { open } from '../setup/shared-calendar.ts'
import { openPublic } from './suggesting.ts'

/*
 * Suggestions by three processes at once: as many wait as may, before and after editors in all of them have decided on half. On
 * SQLite, and 500 at once on every storage with `PROCESSES=full`.
 */

const isFull = process.env.PROCESSES === 'full'
const [SENT, MOST] = isFull ? [500, 100] : [30, 6]
const PROCESSES = 3

const program = new BundledProgram(new URL('sender-program.ts', import.meta.url))
beforeAll(() => program.build())
afterAll(() => program.remove())

/** Of all processes together. */
function sum(answers: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers)
    for (const [status, count] of Object.entries(Object(answer)))
      counts[status] = (counts[status] ?? 0) + Number(count)
  return counts
}

for (const [where, calendar] of await processCalendars(isFull)) {
  if (typeof calendar === 'string') {
    test.skip(`${where}: ${calendar}`)
    continue
  }

  test(`${where}: of ${SENT} suggestions at once, ${MOST} wait, and as many again after half was decided`, async () => {
    const { storage, close } = open(calendar)
    await storage.migrate()
    const site = openPublic(storage)
    const senders = Array.from(
      { length: PROCESSES },
      () => new OrderedProcess(program.path, JSON.stringify(calendar), `${MOST}`),
    )
    const all = async (order: (at: number) => object) =>
      sum(await Promise.all(senders.map((sender, at) => sender.tell(order(at)))))
    const send = () =>
      all((at) => ({ do: 'send', count: Math.floor(SENT / PROCESSES) + Number(at < SENT % PROCESSES) }))
    const began = performance.now()
    try {
      expect(await send()).toEqual({ 201: MOST, 429: SENT - MOST })
      expect(await site.waiting()).toBe(MOST)
      const waiting = await storage.find('extra', {
        where: [{ key: 'owner', in: ['suggestion'] }],
        order: 'id',
        limit: MOST / 2,
      })
      const ids = waiting.map(({ id }) => id)
      const decided = await all((at) => ({ do: 'decide', ids: ids.filter((_, n) => n % PROCESSES === at) }))
      expect(decided).toEqual({ 200: MOST / 2 })
      expect(await site.waiting()).toBe(MOST / 2)
      expect(await send()).toEqual({ 201: MOST / 2, 429: SENT - MOST / 2 })
      expect(await site.waiting()).toBe(MOST)
    } finally {
      const took = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${where}, suggested: ${SENT} twice, of which ${MOST} wait, ${took} s`)
      await Promise.all(senders.map((sender) => sender.end()))
      await close()
    }
  })
}
