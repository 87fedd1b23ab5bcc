import { spawn } from 'node:child_process'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { BundledProgram } from '../setup/bundled-program.ts'
import { outputOf } from '../setup/programs.ts'

const program = new BundledProgram(new URL('../../command/main.ts', import.meta.url))
beforeAll(() => program.build())
afterAll(() => program.remove())

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** For stdin. */
  readonly input?: string
}

/** Starts `kalends …` in a folder. It ends with the test. */
export function start(folder: string, args: readonly string[], { env, input }: RunOptions = {}) {
  const child = spawn(process.execPath, [program.path, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.end(input)
  return child
}

/** What it prints, and its exit code. */
export const kalends = (folder: string, args: readonly string[], options?: RunOptions) =>
  outputOf(start(folder, args, options))

/** The one JSON value that it prints; fails if it does not exit with 0, or with 4: some records were not brought. */
export async function reportOf(folder: string, args: readonly string[], options?: RunOptions) {
  const { code, output, errors } = await kalends(folder, [...args, '--json'], options)
  if (code !== 0 && code !== 4) throw new Error(`exit code ${code}: ${errors}`)
  return JSON.parse(output)
}
