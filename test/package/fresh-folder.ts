import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

/** A folder that ends with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Packs the built package; the path of the file. */
export function pack(folder = temporaryFolder()): string {
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder)
  const [file = ''] = readdirSync(folder)
  return join(folder, file)
}

const npm = (folder: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** What a page tells its reader to do in an empty folder. */
export interface Instructions {
  /** Such as `npm init -y`. */
  readonly commands: readonly string[]
  /** The first program that is to be saved, under which name, and how it is run. */
  readonly file: string
  readonly run: string
  readonly program: string
}

/** From the first block of commands with `npm init` to the first program. */
export function instructionsOf(page: string): Instructions {
  const text = readFileSync(join(root, page), 'utf8')
  const [, commands = '', after = ''] = /^```\n(npm init[^`]*)```\n([\s\S]*)/m.exec(text) ?? []
  const [, file = '', run = ''] = /[Ss]ave this as `([^`]+)` and run `([^`]+)`/.exec(after) ?? []
  const [, program = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(after) ?? []
  if (commands === '' || file === '' || program === '') throw new Error(`${page} gives no instructions`)
  return { commands: commands.trim().split('\n'), file, run, program }
}

/** A folder in which somebody has done as told, with the packed package, wherever it is. */
export function follow({ commands, file, program }: Instructions, packed: string): string {
  const folder = temporaryFolder()
  for (const command of commands) {
    const [tool, ...args] = command.split(' ')
    if (tool !== 'npm') throw new Error(`cannot play: ${command}`)
    npm(folder, ...args.map((one) => (/^\.\/kalends-[\d.]+\.tgz$/.test(one) ? packed : one)))
  }
  writeFileSync(join(folder, file), program)
  return folder
}

/** Runs a command there until the test ends. */
export function start(
  folder: string,
  command: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [tool = '', ...args] = command.split(' ')
  const child = spawn(tool, args, { cwd: folder, env: { ...process.env, ...env } })
  onTestFinished(() => {
    child.kill()
  })
  return child
}
