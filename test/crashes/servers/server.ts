import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'

/*
 * Servers of these tests' own, to be ended as a crash would. Their data is in a folder that goes away with them.
 */

export interface Server {
  readonly url: string
  /** `kill -9` of it and of everything that it started. */
  kill(): Promise<void>
  /** On the same port with the same data; resolves once it answers. */
  start(): Promise<void>
  /** Resolves once nothing goes on any more on behalf of a client of this name. */
  gone(who: string): Promise<void>
}

/** As whom a server runs; databases refuse to run as root. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

const POLL = 10
const PATIENCE = 300_000

export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited too long: ${what}`)
    await pause(POLL)
  }
}

/** The path of a program, also where Debian keeps what it has in several versions; `undefined` where there is none. */
export function programNamed(name: string): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    ...(existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []),
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** For root the user of this name, `undefined` if there is none; anyone else stays who they are. */
export function userNamed(name: string): User | undefined {
  if (process.getuid?.() !== 0) return {}
  try {
    const idOf = (option: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

/** Of the user's own; gone with the test file. */
export function folderOf({ uid, gid }: User): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server's process, and those that it started. */
export class ServerProcess {
  readonly #command: string
  readonly #parameters: readonly string[]
  readonly #user: User
  #process: ChildProcess | undefined
  #said = ''

  constructor(command: string, parameters: readonly string[], user: User) {
    this.#command = command
    this.#parameters = parameters
    this.#user = user
    const atOnce = () => this.#signal()
    process.once('exit', atOnce)
    afterAll(async () => {
      await this.kill()
      process.off('exit', atOnce)
    })
  }

  async start(answers: () => Promise<boolean>): Promise<void> {
    this.#said = ''
    const child = spawn(this.#command, this.#parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...this.#user })
    this.#process = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        this.#said = `${this.#said}${data}`.slice(-4000)
      })
    }
    await until(() => {
      if (!this.#isRunning()) throw new Error(`${this.#command} ended: ${this.#said}`)
      return answers()
    }, `${this.#command} to answer`)
  }

  async kill(): Promise<void> {
    if (!this.#isRunning() || this.#process === undefined) return
    const ended = once(this.#process, 'exit')
    const all = this.#signal()
    await ended
    // What they hold in common, such as memory, is only free when the last of them is gone.
    await until(() => all.every(isGone), `processes of ${this.#command} to end`)
  }

  #isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  #signal(): number[] {
    const pid = this.#process?.pid
    if (pid === undefined || !this.#isRunning()) return []
    // Stopped first, it neither starts others meanwhile nor notices that one has died.
    process.kill(pid, 'SIGSTOP')
    const children = childrenOf(pid)
    for (const child of children) killIfThere(child)
    process.kill(pid, 'SIGKILL')
    return children
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

/** Also if nobody has collected it. */
function isGone(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
