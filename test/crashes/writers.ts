import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Calendar } from './calendars.ts'
import { Program } from './program.ts'
import type { Told } from './told.ts'
import type { Order } from './writer.ts'

/** A started writer. It emits `told` for each line, and nothing of what it told is lost by its end. */
export class Writer extends EventEmitter<{ told: [Told] }> {
  readonly name: string
  /** Another for each. */
  readonly life: number
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<unknown>

  constructor(program: string, life: number) {
    super()
    this.life = life
    // Servers know it by this name, and so many at most at a time.
    this.name = nameOfWriter(life)
    this.#process = spawn(process.execPath, ['--enable-source-maps', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // What is written to a writer that has just been killed is nobody's concern.
    this.#process.stdin.on('error', () => {})
    const lines = createInterface({ input: this.#process.stdout })
    lines.on('line', (line) => {
      const told: Told = JSON.parse(line)
      this.emit('told', told)
    })
    this.#ended = Promise.all([once(this.#process, 'close'), once(lines, 'close')])
    this.setMaxListeners(0)
  }

  /** It goes as soon as it is open, which it tells. */
  open(calendar: Calendar, seed: number): void {
    this.#order({ do: 'open', calendar, who: this.name, life: this.life, seed })
  }

  go(): void {
    this.#order({ do: 'go' })
  }

  async pause(): Promise<void> {
    const paused = this.heard(({ say }) => say === 'paused')
    this.#order({ do: 'pause' })
    await paused
  }

  /** Resolves once it has told so many of these from now on; rejects if it ends before. */
  heard(isMeant: (told: Told) => boolean, times = 1): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = times
      const listen = (told: Told) => {
        if (!isMeant(told) || --left > 0) return
        this.off('told', listen)
        resolve()
      }
      this.on('told', listen)
      void this.#ended.then(() => reject(new Error(`${this.name} ended too early`)))
    })
  }

  /** At once, wherever it is. */
  kill(): void {
    this.#process.kill('SIGKILL')
  }

  /** When it is gone, and all that it told has been heard. */
  async ended(): Promise<void> {
    await this.#ended
  }

  #order(order: Order): void {
    this.#process.stdin.write(`${JSON.stringify(order)}\n`)
  }
}

/** More than live at once: the killed one, those that go on, and spares. */
export const NAMES = 10
export const nameOfWriter = (life: number): string => `writer${life % NAMES}`

/** Writers in readiness: the next ones are loaded while those before them work. */
export class Writers {
  readonly #program = new Program(new URL('writer.ts', import.meta.url))
  readonly #all = new Set<Writer>()
  #spare: Writer | undefined
  #lives = 0

  async prepare(): Promise<void> {
    await this.#program.build()
    this.#spare = this.#start()
  }

  take(): Writer {
    const writer = this.#spare ?? this.#start()
    this.#spare = this.#start()
    return writer
  }

  #start(): Writer {
    const writer = new Writer(this.#program.path, this.#lives++)
    this.#all.add(writer)
    void writer.ended().then(() => this.#all.delete(writer))
    return writer
  }

  async end(): Promise<void> {
    for (const writer of this.#all) writer.kill()
    await Promise.all([...this.#all].map((writer) => writer.ended()))
    this.#program.remove()
  }
}
