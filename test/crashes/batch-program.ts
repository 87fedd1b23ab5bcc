import { openBatches } from '../batch/opened.ts'
import { type Calendar, open } from '../setup/shared-calendar.ts'

/* Sends one batch, and says when it begins. The arguments: calendar as JSON, and what is sent. */

const [, , where = '', what = ''] = process.argv
const calendar: Calendar = JSON.parse(where)
const { storage } = open(calendar)
const { sendBatch } = openBatches({ changes: true }, storage)
// What a batch needs is loaded before it counts.
await sendBatch({ requests: [{ path: '/venues/999999', body: {} }] })
process.stdout.write('begun\n')
const { key, ...batch }: { key: string } = JSON.parse(what)
await sendBatch(batch, { key })
process.exit(0)
