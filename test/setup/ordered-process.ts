import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/* A process that does what it is told, line by line: the test decides who does what at the same time, and who stops. */

export class OrderedProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: unknown) => void>()
  #orders = 0

  /** `program`: one that calls `obey`. */
  constructor(program: string, ...parameters: readonly string[]) {
    const child = spawn(process.execPath, ['--enable-source-maps', program, ...parameters], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#child = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [number, answer]: [number, unknown] = JSON.parse(line)
      this.#waiting.get(number)?.(answer)
      this.#waiting.delete(number)
    })
  }

  /** Resolves to what the process answers. */
  tell(order: object): Promise<unknown> {
    const number = ++this.#orders
    const answered = new Promise<unknown>((resolve) => this.#waiting.set(number, resolve))
    this.#child.stdin?.write(`${JSON.stringify([number, order])}\n`)
    return answered
  }

  /** It gets no turn any more. */
  stop(): void {
    this.#child.kill('SIGSTOP')
  }

  goOn(): void {
    this.#child.kill('SIGCONT')
  }

  async end(): Promise<void> {
    const closed = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await closed
  }
}

/** Obeys orders on stdin, several at a time. */
export function obey(execute: (order: Record<string, unknown>) => Promise<unknown>): void {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const [number, order]: [number, Record<string, unknown>] = JSON.parse(line)
    process.stdout.write(`${JSON.stringify([number, (await execute(order)) ?? null])}\n`)
  })
}
