import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Limits } from '../../src/types/index.ts'
import type { Answer, Memory, Opened, Order, Protocol, Reply } from './protocol.ts'
import type { Question } from './question.ts'

/** Megabytes: the memory storage takes 3 kB of heap for each event. */
const HEAP = 8192

/** One contender's process, seen from the bench. */
export class Contender {
  readonly name: string
  readonly #child: ChildProcess
  readonly #ended: Promise<never>
  #prepared: readonly Question[] | undefined
  opened: Opened | undefined

  /** `program`: server.ts, bundled. */
  constructor(name: string, program: string) {
    this.name = name
    this.#child = fork(program, {
      execArgv: ['--expose-gc', `--max-old-space-size=${HEAP}`],
      stdio: 'inherit',
    })
    this.#ended = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`the process of ${name} ended: ${signal ?? code}`)
    })
    // It is heard of where something is asked.
    this.#ended.catch(() => {})
  }

  /** `root`: the folder of calendars that are kept. */
  async open(events: number, limits: Partial<Limits> = {}, root?: string): Promise<Opened> {
    this.opened = await this.ask('open', { contender: this.name, events, limits, root })
    return this.opened
  }

  get port(): number {
    if (this.opened === undefined) throw new Error(`${this.name} is not open`)
    return this.opened.port
  }

  /** For calls without a socket. */
  async prepare(questions: readonly Question[]): Promise<void> {
    if (this.#prepared === questions) return
    await this.ask('prepare', { questions })
    this.#prepared = questions
  }

  memory(): Promise<Memory> {
    this.#prepared = undefined
    return this.ask('memory', null)
  }

  /** One at a time. */
  async ask<K extends keyof Protocol>(what: K, order: Order<K>): Promise<Answer<K>> {
    const replied = once(this.#child, 'message')
    this.#child.send({ what, order })
    const [message] = await Promise.race([replied, this.#ended])
    const reply: Reply<K> = message
    if ('failed' in reply) throw new Error(`${this.name}: ${reply.failed}`)
    return reply.answer
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}
