import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Calendar } from '../../setup/shared-calendar.ts'
import type { Operation } from '../checker/operation.ts'
import { Recorder } from './client.ts'
import { clockFrom, type Load } from './load.ts'

const base = process.hrtime.bigint()
export const now = clockFrom(base)

/** One process. */
export class Worker {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  /** `program`: `process.ts`, bundled. `freshness`: the option, in milliseconds. */
  constructor(program: string, calendar: Calendar, number: number, freshness = 0) {
    const parameters = [program, `${number}`, `${base}`, JSON.stringify(calendar), `${freshness}`]
    this.#process = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]()
  }

  async isReady(): Promise<void> {
    const { value } = await this.#lines.next()
    if (value !== '"ready"') throw new Error(`a process began with ${value}`)
  }

  /** What it did of the task: all of it, or, where it is killed after so many operations, until then. */
  async run<I, O>({ task }: Load<I, O>, killAfter = Number.POSITIVE_INFINITY): Promise<Operation<I, O>[]> {
    const recorder = new Recorder<I, O>()
    this.#process.stdin.write(`${JSON.stringify(task)}\n`)
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done === true) {
        if (killAfter === Number.POSITIVE_INFINITY) throw new Error('a process ended')
        break
      }
      const note = JSON.parse(value)
      if (note === null) break
      recorder.note(note)
      if (recorder.length >= killAfter) this.#process.kill('SIGKILL')
    }
    return recorder.take(now())
  }

  /** Kills it, if it has not ended yet, and waits until it is gone. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const gone = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await gone
  }
}
