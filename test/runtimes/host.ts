import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'

/*
 * Runtimes as the tests see them: something that can be started with a storage and then answers at an origin.
 */

/** A running program. */
export interface Host {
  /** Of the runtime, with the storage. */
  readonly name: string
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string
  readonly port: number
  /** What it has printed so far. */
  logs(): string
  stop(): Promise<void>
}

/** One of `hosts/`. */
export interface Runtime {
  /** As in the names of tests and in the table of exceptions: `node24`. */
  readonly name: string
  /** The storages that are natural there, by the names that `start` takes. */
  readonly storages: readonly string[]
  /** Whether `authenticate` gets the facts of an adapter there: `ip` and `waitUntil`. */
  readonly hasAdapter: boolean
  /** With one of `storages`, or `memory`. */
  start(storage: string): Promise<Host>
}

export interface Command {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Default: this folder. */
  readonly cwd?: string
  /** The line that says that it listens; its first group is the port. Default: `listening on PORT`. */
  readonly ready?: RegExp
  /** Milliseconds until the start is given up. Default 30,000. */
  readonly patience?: number
}

/** For `describe.each`, which would put quotes around `$name`. */
export const named = (runtimes: readonly Runtime[]) =>
  runtimes.map((runtime) => [runtime.name, runtime] as const)

export const here = new URL('.', import.meta.url).pathname

/** An executable or a module among what is installed here. */
export const installed = (path: string): string => join(here, 'node_modules', path)

/** A program of `programs/`. */
export const program = (name: string): string => join(here, 'programs', name)

/** Starts a program that keeps its files in a folder of its own; `args` may ask for it as `FOLDER`. */
export async function start({ name, file, args, env, cwd = here, ...rest }: Command): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  const child = spawn(
    file,
    args.map((one) => (one === 'FOLDER' ? folder : one)),
    { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const port = await portOf(child, () => printed, rest)
    return { name, origin: `http://127.0.0.1:${port}`, port, logs: () => printed, stop }
  } catch (error) {
    await stop()
    throw new Error(`${name} did not start: ${error}\n${printed}`)
  }
}

function portOf(
  child: ChildProcess,
  printed: () => string,
  { ready = /listening on (\d+)/, patience = 30_000 }: Pick<Command, 'ready' | 'patience'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`it said nothing of a port for ${patience} ms`)),
      patience,
    )
    const settle = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    child.stdout?.on('data', () => {
      const [, port] = ready.exec(printed()) ?? []
      if (port !== undefined) settle(() => resolve(Number(port)))
    })
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', (code, signal) => settle(() => reject(new Error(`it ended with ${code ?? signal}`))))
  })
}

/** Asked to end, and made to where that takes longer than five seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}

/** Runs for the tests of the suite that calls it; where one of them fails, what the program printed is shown. */
export function running(runtime: Runtime, storage: string): () => Host {
  let host: Host | undefined
  beforeAll(async () => {
    host = await runtime.start(storage)
  }, 120_000)
  afterAll(() => host?.stop())
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(`${host?.name} printed:\n${host?.logs()}`)
  })
  return () => {
    if (host === undefined) throw new Error(`${runtime.name} does not run`)
    return host
  }
}
