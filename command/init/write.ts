import { existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { codeOf, Failure, messageOf } from '../usage.ts'
import { createFile, replaceFile } from '../whole-file.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'

/** Writes all of a plan or nothing: what was made is taken back when a part fails. */
export function writePlan({ folder, manifest }: Project, plan: Plan): void {
  const made: string[] = []
  try {
    for (const { path, text } of plan.files) {
      const file = join(folder, path)
      makeFolder(folder, dirname(file), made)
      // Nobody else of the machine reads the token.
      createFile(file, text, path === '.env' ? 0o600 : 0o666)
      made.push(file)
    }
    const { text } = plan.manifest
    if (text === undefined) return
    const file = join(folder, 'package.json')
    if (manifest !== undefined && readFileSync(file, 'utf8') !== manifest.text) {
      throw new Failure('package.json was changed meanwhile. Run the command again')
    }
    if (manifest === undefined) createFile(file, text)
    else replaceFile(file, text)
  } catch (error) {
    for (const path of made.reverse()) remove(path)
    const reason =
      codeOf(error) === 'EEXIST' ? 'another program made the same files meanwhile' : messageOf(error)
    throw new Failure(`${reason}. Nothing was written.`, { cause: error })
  }
}

/** Patience with another `kalends init` in the same folder, and how often it is looked for, in milliseconds. */
const PATIENCE = 10_000
const LOOK = 20

/**
 * Runs a work while no other `kalends init` runs one in this folder: what the other one has written is a whole, or not there
 * yet.
 */
export async function alone<T>(folder: string, work: () => T): Promise<T> {
  const lock = join(folder, '.kalends-init.lock')
  for (let waited = 0; ; waited += LOOK) {
    try {
      createFile(lock, String(process.pid))
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new Failure(`Cannot write ${lock}: ${messageOf(error)}`)
      if (waited >= PATIENCE) {
        throw new Failure(
          `Another kalends init is at work here. If none is, remove ${lock}. Nothing was written.`,
        )
      }
      await setTimeout(LOOK)
    }
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Also `made`: the folders that were not there, the outer ones first. */
function makeFolder(root: string, folder: string, made: string[]): void {
  const missing: string[] = []
  let at = folder
  for (; !existsSync(at); at = dirname(at)) missing.unshift(at)
  // A link in a project may lead anywhere.
  const inside = `${realpathSync(at)}${sep}`
  if (!inside.startsWith(`${realpathSync(root)}${sep}`)) {
    throw new Failure(`${at} is a link that leads out of the project`)
  }
  for (const one of missing) {
    mkdirSync(one)
    made.push(one)
  }
}

function remove(path: string): void {
  try {
    rmSync(path)
  } catch {
    // A folder; not empty any more if another program has written into it.
    try {
      rmdirSync(path)
    } catch {}
  }
}
