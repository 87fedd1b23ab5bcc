import { BundledProgram } from '../setup/bundled-program.ts'
import type { Calendar } from './calendars.ts'
import { Child } from './child.ts'
import type { Told } from './told.ts'
import type { Order } from './writer.ts'

export class Writer extends Child<Told, Order> {
  /** Servers know it by this name, and so many at most at a time. */
  readonly name = nameOfWriter(this.life)

  /** It goes as soon as it is open, which it tells. */
  open(calendar: Calendar, seed: number): void {
    this.order({ do: 'open', calendar, who: this.name, life: this.life, seed })
  }

  async pause(): Promise<void> {
    const paused = this.heard(({ say }) => say === 'paused')
    this.order({ do: 'pause' })
    await paused
  }
}

/** More than live at once: the killed one, those that go on, and spares. */
export const NAMES = 10
export const nameOfWriter = (life: number): string => `writer${life % NAMES}`

/** Writers in readiness: the next ones are loaded while those before them work. */
export class Writers {
  readonly #program = new BundledProgram(new URL('writer.ts', import.meta.url))
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
