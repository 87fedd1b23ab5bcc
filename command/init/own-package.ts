import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { isRecord } from '../usage.ts'

/**
 * How a project names this package: by the file that it was installed from, as in
 * `npx --package=./kalends-0.8.0.tgz kalends init`, else by its version.
 * @param own the folder of this package.
 */
export function ownRange(project: string, own: string, version: string): string {
  const file = installedFrom(own)
  if (file === undefined) return `^${version}`
  return `file:${relative(project, file).split(sep).join('/').replaceAll('#', '%23')}`
}

/** The packed file that npm installed this package from, if it is still there. */
function installedFrom(own: string): string | undefined {
  const packages = join(own, '..')
  let installed: unknown
  try {
    // Where npm keeps what it installed, and from where.
    installed = JSON.parse(readFileSync(join(packages, '.package-lock.json'), 'utf8'))
  } catch {
    return undefined
  }
  const entry = recordIn(recordIn(installed, 'packages'), 'node_modules/kalends')
  const [, path] = /^file:(.+\.tgz)$/.exec(String(entry?.resolved)) ?? []
  const file = path === undefined ? undefined : resolve(packages, '..', path.replaceAll('%23', '#'))
  return file !== undefined && existsSync(file) ? file : undefined
}

function recordIn(value: unknown, name: string): Record<string, unknown> | undefined {
  const inner = isRecord(value) ? value[name] : undefined
  return isRecord(inner) ? inner : undefined
}
