import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Where its imports of packages find them. */
const CACHE = new URL(`../../node_modules/.cache/kalends-bench-${process.pid}/`, import.meta.url)

export interface Program {
  readonly path: string
  readonly remove: () => void
}

/**
 * A program as JavaScript, as the package is built for its users: `tsx` would give each
 * function its name again whenever it is made, which a server that makes many pays for at each request.
 */
export async function buildProgram(entry: URL): Promise<Program> {
  const path = fileURLToPath(new URL('program.mjs', CACHE))
  mkdirSync(dirname(path), { recursive: true })
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    packages: 'external',
    logLevel: 'warning',
  })
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) }
}

/** The program of a contender's process. */
export const buildServer = (): Promise<Program> => buildProgram(new URL('server.ts', import.meta.url))

/** Measures in a process of its own, as such a program. `url`: of the module that calls this. */
export async function measuring(url: string, measure: () => Promise<void>): Promise<void> {
  if (url.endsWith('.mjs')) return measure()
  const program = await buildProgram(new URL(url))
  const [code] = await once(fork(program.path, process.argv.slice(2), { execArgv: ['--expose-gc'] }), 'exit')
  program.remove()
  process.exitCode = code ?? 1
}
