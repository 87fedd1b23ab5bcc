import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/**
 * A started program that reads orders and writes what it does, a line of JSON each. It emits `said` for each line.
 * Nothing of what it said is lost when it ends.
 */
export class Child<Said extends { readonly say: string }, Order> extends EventEmitter<{ said: [Said] }> {
  /** Another for each. */
  readonly life: number
  readonly #process: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<unknown>

  constructor(program: string, life: number) {
    super()
    this.life = life
    this.#process = spawn(process.execPath, ['--enable-source-maps', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // Orders to a child that was just killed are lost without an error.
    this.#process.stdin.on('error', () => {})
    const lines = createInterface({ input: this.#process.stdout })
    lines.on('line', (line) => {
      const said: Said = JSON.parse(line)
      this.emit('said', said)
    })
    this.#ended = Promise.all([once(this.#process, 'close'), once(lines, 'close')])
    this.setMaxListeners(0)
  }

  order(order: Order): void {
    this.#process.stdin.write(`${JSON.stringify(order)}\n`)
  }

  /** Resolves when it has said so many of these from now on. Rejects if it ends before. */
  heard(isMeant: (said: Said) => boolean, times = 1): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = times
      const listen = (said: Said) => {
        if (!isMeant(said) || --left > 0) return
        this.off('said', listen)
        resolve()
      }
      this.on('said', listen)
      void this.#ended.then(() => reject(new Error(`process ${this.life} ended too early`)))
    })
  }

  /** At once, wherever it is. */
  kill(): void {
    this.#process.kill('SIGKILL')
  }

  /** Resolves when it is gone, and everything that it said was emitted. */
  async ended(): Promise<void> {
    await this.#ended
  }
}
