/*
 * What an import costs: the events of `api.createEvents`, in seconds by the clock and of CPU, of the process and of the
 * database's server.
 *
 *   npx tsx bench/import.ts [--storage memory,sqlite,postgres] [--events 10000]
 *
 * Each event has a description of about 1 kB, a venue, an organizer, a category and a tag, all by ID, and a key.
 */
import { parseArgs } from 'node:util'
import { createEventsApi } from '../src/index.ts'
import type { NewEvent } from '../src/types/index.ts'
import { AUTHOR, NOW } from './calendar/calendar.ts'
import { Dice } from './calendar/dice.ts'
import { fill, fillStorage } from './calendar/fill.ts'
import { databaseOf } from './databases/databases.ts'
import { measuring } from './requests/build.ts'
import { newEvent } from './requests/operations.ts'
import { withSerial } from './requests/question.ts'
import { type Spent, startSpending, sumOf } from './shared/cpu.ts'
import { Place } from './shared/place.ts'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory,sqlite,postgres' },
    events: { type: 'string', default: '10000' },
  },
})
const count = Number(values.events)

/** Events in one call, so that the bench does not hold all of them. */
const EVENTS_PER_COMMIT = 5000

function eventsFrom(first: number, dice: Dice): NewEvent[] {
  return Array.from({ length: Math.min(EVENTS_PER_COMMIT, count - first) }, (_, index) => ({
    event: JSON.parse(withSerial(JSON.stringify(newEvent(dice)), first + index)),
    idempotencyKey: `import-${first + index}`,
  }))
}

async function measure(database: string): Promise<void> {
  const place = new Place(`import ${database}`)
  const opened = await databaseOf(database).open(place)
  try {
    await fill(place, opened, fillStorage(opened.storage), 0)
    const api = createEventsApi(opened.storage, { now: () => NOW })
    const dice = new Dice(1)
    let sum: Spent | undefined
    for (let first = 0; first < count; first += EVENTS_PER_COMMIT) {
      const events = eventsFrom(first, dice)
      const stop = await startSpending(opened.serverCpu)
      const results = await api.createEvents({ id: AUTHOR, role: 'editor' }, events)
      sum = sumOf(await stop(), sum)
      const refused = results.find(({ error }) => error !== undefined)
      if (refused !== undefined) throw refused.error
    }
    const shown = Object.entries(sum ?? {}).map(([what, seconds]) => `${what} ${seconds.toFixed(1)}`)
    console.log(`${database}: ${count} events, in seconds: ${shown.join(', ')}`)
  } finally {
    await opened.close()
  }
}

await measuring(import.meta.url, async () => {
  for (const database of values.storage.split(',')) await measure(database)
})
