import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { BundledProgram } from '../setup/bundled-program.ts'

const program = new BundledProgram(new URL('../../examples/node/main.ts', import.meta.url))
beforeAll(() => program.build())
afterAll(() => program.remove())

const running: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Gone with the test, and so is every program that was started. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  folders.push(folder)
  return folder
}

/** What `npm start` does, on a port that is free, but in a folder where its calendar is in nobody's way. */
export function start(folder: string, ...parameters: string[]) {
  const child = spawn(process.execPath, [program.path, '--port', '0', ...parameters], {
    cwd: folder,
    env: { ...process.env, KALENDS_TOKEN: 'open-sesame', NODE_ENV: '' },
  })
  running.push(child)
  let out = ''
  let told = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  const ended = once(child, 'close')
  return {
    /** The address that it prints, once it serves. */
    serving: async (): Promise<string> => {
      while (!out.includes('Ctrl+C') && child.exitCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended])
      }
      return /Kalends at (\S+)/.exec(out)?.[1] ?? expect.unreachable(`no address in ${out}${told}`)
    },
    /** Once the progress bar says so. */
    loading: async (): Promise<void> => {
      while (!told.includes('Loading ') && child.exitCode === null) {
        await Promise.race([once(child.stderr, 'data'), ended])
      }
      expect(told).toContain('Loading ')
    },
    ended: async () => {
      const [code] = await ended
      return { code, out, told }
    },
    stop: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
    out: () => out,
  }
}

export async function read(url: string, init?: RequestInit) {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json() }
}

export function write(base: string, event: object, token = 'open-sesame') {
  return read(`${base}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
}
