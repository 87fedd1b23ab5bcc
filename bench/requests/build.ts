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
