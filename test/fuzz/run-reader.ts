import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { BundledProgram } from '../setup/bundled-program.ts'
import type { Told } from './reader.ts'

export interface Fuzzed {
  /** What went wrong, with the seed and the number of the input. */
  readonly fault?: string
  readonly done?: Told['done']
}

/** Megabytes of heap that the program gets. */
const HEAP = 128

/** No input may take this long, on however busy a machine: it only ends what hangs. */
const HANGS = 240_000

/** Runs a program that calls `fuzz`. */
export async function runReader(
  entry: URL,
  how: Readonly<Record<'SEED' | 'FUZZ_INPUTS' | 'FUZZ_TIME', number>>,
  parameters: readonly string[] = [],
): Promise<Fuzzed> {
  const program = new BundledProgram(entry)
  try {
    await program.build()
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP}`, '--enable-source-maps', program.path, ...parameters],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...Object.fromEntries(Object.entries(how).map(([k, v]) => [k, String(v)])) },
      },
    )
    let input: number | undefined
    let told: Told = {}
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk}`.slice(-4000)
    })
    let timer: NodeJS.Timeout | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), HANGS)
    }
    wait()
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      wait()
      const one: Told = JSON.parse(line)
      input = one.input ?? input
      told = { ...told, ...one }
    })
    const closed = once(lines, 'close')
    const [code, signal]: unknown[] = await once(child, 'close')
    await closed
    clearTimeout(timer)
    if (code === 0 && told.done !== undefined && told.fault === undefined) return { done: told.done }
    const ended = signal === 'SIGKILL' ? 'did not end' : `ended by itself: ${code ?? signal}\n${errors}`
    return { fault: `SEED=${how.SEED} INPUT=${input}: ${told.fault ?? ended}` }
  } finally {
    program.remove()
  }
}
