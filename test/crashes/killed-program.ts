import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { Dice } from '../../src/testing/dice.ts'
import { BundledProgram } from '../setup/bundled-program.ts'
import { processCalendars } from '../setup/process-calendars.ts'
import { open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'

/*
 * A program that does one long write is killed at any moment of it, again and again: on SQLite, and 100 times on every
 * storage with `CRASH=full`, or `KILLS=n`. `SEED=n` repeats the choices.
 */

const isFull = process.env.CRASH === 'full'
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const A_KILL_MAY_TAKE = 60_000

export interface Subject {
  readonly storage: ReturnType<typeof open>['storage']
  readonly dice: Dice
  readonly kills: number
  /** How many kills came before the write, during and after it. */
  readonly counts: { before: number; during: number; after: number }
  /**
   * Starts the program, and kills it so many milliseconds after it said that it begins; `undefined`: not at all. Resolves to
   * how long it took.
   */
  readonly run: (parameters: readonly string[], delay?: number) => Promise<number>
}

/** `entry`: the program beside this file. Its arguments: the calendar as JSON, then those of `run`. */
export async function killed(
  name: string,
  entry: string,
  fewKills: number,
  check: (subject: Subject) => Promise<void>,
): Promise<void> {
  const kills = Number(process.env.KILLS ?? (isFull ? 100 : fewKills))
  const program = new BundledProgram(new URL(entry, import.meta.url))
  beforeAll(() => program.build())
  afterAll(() => program.remove())

  async function run(
    calendar: SharedCalendar,
    parameters: readonly string[],
    delay?: number,
  ): Promise<number> {
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', program.path, JSON.stringify(calendar), ...parameters],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    const begun = performance.now()
    const timer = delay === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), delay)
    await closed
    clearTimeout(timer)
    return performance.now() - begun
  }

  function killsOn(where: string, calendar: SharedCalendar | string): void {
    if (typeof calendar === 'string') {
      test.skip(`${where}: ${calendar}`)
      return
    }
    test(`${where}: nothing is half done after ${kills} kills (SEED=${seed})`, {
      timeout: 120_000 + kills * A_KILL_MAY_TAKE,
    }, async () => {
      const { storage, close } = open(calendar)
      const counts = { before: 0, during: 0, after: 0 }
      try {
        await storage.migrate()
        await check({
          storage,
          dice: new Dice(seed),
          kills,
          counts,
          run: (parameters, delay) => run(calendar, parameters, delay),
        })
      } finally {
        console.log(`${where}, SEED=${seed}: killed ${JSON.stringify(counts)}`)
        await close()
      }
    })
  }

  const calendars = await processCalendars(isFull)
  describe(`${name} that are killed`, () => {
    for (const [where, calendar] of calendars) killsOn(where, calendar)
  })
}
