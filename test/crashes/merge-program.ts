import { openCalendar } from '../routes/calendar.ts'
import { type Calendar, open } from '../setup/shared-calendar.ts'

/* Merges one venue into another one, and says when it begins and ends. The arguments: calendar as JSON, IDs. */

const [, , where = '', into = '', from = ''] = process.argv
const calendar: Calendar = JSON.parse(where)
const { storage } = open(calendar)
const { ask } = openCalendar({ changes: true }, storage)
// What writes is loaded before it counts.
await ask('PATCH', `/venues/${into}`, {})
process.stdout.write('begun\n')
const { status } = await ask('POST', `/venues/${into}/merge`, { from: [Number(from)] })
process.stdout.write(`ended ${status}\n`)
process.exit(0)
