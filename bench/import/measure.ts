import { parseArgs } from 'node:util'
import { createEventsApi } from '../../src/index.ts'
import type { NewEvent } from '../../src/types.ts'
import { AUTHOR, NOW } from '../calendar/calendar.ts'
import { Dice } from '../calendar/dice.ts'
import { fill, fillStorage } from '../calendar/fill.ts'
import { databaseOf } from '../databases/databases.ts'
import { NAMED, operationsOn } from '../requests/operations.ts'
import { withSerial } from '../requests/question.ts'

const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: 'memory,sqlite,postgres' },
    events: { type: 'string', default: '10000' },
  },
})
const count = Number(values.events)

/** Events in one call, so that the bench does not hold all of them. */
const AT_ONCE = 5000

function eventsFrom(first: number, dice: Dice): NewEvent[] {
  const create = operationsOn(1000).find(({ name }) => name === NAMED.create)
  if (create === undefined) throw new Error('there is no create')
  return Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => ({
    event: JSON.parse(withSerial(create.draw(dice).body, first + index)),
    idempotencyKey: `import-${first + index}`,
  }))
}

for (const database of values.storage.split(',')) {
  const opened = await databaseOf(database).open()
  try {
    await fill(opened, fillStorage(opened.storage), 0)
    const api = createEventsApi(opened.storage, { now: () => NOW })
    const dice = new Dice(1)
    let cpu = 0
    let wall = 0
    for (let first = 0; first < count; first += AT_ONCE) {
      const events = eventsFrom(first, dice)
      const before = process.cpuUsage()
      const began = performance.now()
      const results = await api.createEvents({ id: AUTHOR, role: 'editor' }, events)
      wall += performance.now() - began
      const { user, system } = process.cpuUsage(before)
      cpu += user + system
      const refused = results.find(({ error }) => error !== undefined)
      if (refused !== undefined) throw refused.error
    }
    const server = (await opened.serverCpu?.()) ?? 0
    const seconds = (microseconds: number) => (microseconds / 1e6).toFixed(1)
    console.log(
      `${database}: ${count} events, ${seconds(cpu)} s of CPU${server === 0 ? '' : ` and ${seconds(server)} s of the server`}, ${(wall / 1000).toFixed(1)} s`,
    )
  } finally {
    await opened.drop()
  }
}
