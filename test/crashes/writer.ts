import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Calendar, openCalendar } from './calendars.ts'
import type { Told } from './told.ts'
import { Worker } from './worker.ts'

/*
 * A process that writes to a calendar until it is killed. It opens nothing before its first order, so that one can be
 * kept in readiness while another is killed; each line it reads is an order, each that it writes is `Told`.
 */

export type Order =
  | {
      readonly do: 'open'
      readonly calendar: Calendar
      /** As which it is known to a server. */
      readonly who: string
      readonly life: number
      readonly seed: number
    }
  | { readonly do: 'go' }
  | { readonly do: 'pause' }

const STDOUT = 1

/** Not by `process.stdout`: what is written so is with the system before this returns. */
const tell = (told: Told): void => {
  writeSync(STDOUT, `${JSON.stringify(told)}\n`)
}

let worker: Worker | undefined
let isGoing = false
let isBusy = false

async function work(): Promise<void> {
  isBusy = true
  while (isGoing) {
    await worker?.step()
    // Without it a storage that answers at once would leave no turn for orders.
    await nextTurn()
  }
  isBusy = false
  tell({ say: 'paused' })
}

tell({ say: 'loaded' })
for await (const line of createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line)
  if (order.do === 'open') {
    const { storage } = await openCalendar(order.calendar, order.who)
    worker = new Worker(storage, order, tell)
    await worker.open()
  }
  isGoing = order.do !== 'pause'
  if (isGoing && !isBusy) void work()
}
process.exit()
