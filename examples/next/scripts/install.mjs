import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const site = join(import.meta.dirname, '..')
const library = join(site, '../..')

/** Installs the packages of the library and of the site, and builds the library, each where it is missing or old. */
export function install() {
  if (!existsSync(join(library, 'node_modules/.package-lock.json'))) npm(library, 'ci')
  if (changedIn(library, SOURCES) > changedIn(library, ['dist/index.js'])) npm(library, 'run', 'build')
  if (changedIn(site, ['package-lock.json']) > changedIn(site, ['node_modules/.package-lock.json']))
    npm(site, 'ci')
  return { site, library }
}

const SOURCES = ['src', 'adapters', 'package.json', 'tsup.config.ts']

/** When the newest of these files, or of those in these folders, was changed; 0 if there are none. */
function changedIn(folder, names) {
  let newest = 0
  for (const name of names) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) continue
    newest = Math.max(newest, found.isDirectory() ? changedIn(path, readdirSync(path)) : found.mtimeMs)
  }
  return newest
}

function npm(folder, ...args) {
  // On Windows npm is a script, which only a shell can start.
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
