import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Calendar, open } from '../../setup/shared-calendar.ts'
import { apiOf, clockFrom, perform, type Task } from './load.ts'

/*
 * One of several processes with the same calendar: `process.ts PROCESS BASE CALENDAR FRESHNESS`. It makes the tables ready and says
 * so; then each line it reads is a task, during which it writes a note per line, and `null` when it is done. A note is
 * written before what it says is done, so that of a process that is killed on the way every request is known.
 */

const [number = '', base = '', calendar = '', freshness = ''] = process.argv.slice(2)
const given: Calendar = JSON.parse(calendar)
const { storage, close } = open(given)
const api = apiOf(storage, { freshness: Number(freshness) })
await api.migrate()
const now = clockFrom(BigInt(base))
// At once, not when Node comes to it.
const say = (what: unknown) => writeAll(Buffer.from(`${JSON.stringify(what)}\n`))

say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const task: Task = JSON.parse(line)
  await perform({ api, now, note: say }, task, Number(number))
  say(null)
}
await close()

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      // The pipe is full: whoever reads it comes to it soon.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}
