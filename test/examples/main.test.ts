import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** What `npm start` does, on a port that is free. */
function start(...parameters: string[]) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'examples/node/main.ts', '--port', '0', ...parameters],
    {
      cwd: root,
      env: { ...process.env, EVENTS_API_TOKEN: 'open-sesame', NODE_ENV: '' },
    },
  )
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
      while (!out.includes('Ctrl+C')) await Promise.race([once(child.stdout, 'data'), ended])
      return /Events API at (\S+)/.exec(out)?.[1] ?? expect.unreachable(`no address in ${out}${told}`)
    },
    ended: async () => {
      const [code] = await ended
      return { code, out, told }
    },
    stop: () => child.kill('SIGTERM'),
    out: () => out,
  }
}

const read = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  return { status: response.status, body: await response.json() }
}

describe('npm start', () => {
  test('serves the sample calendar, takes writes with its token, and stops when told', async () => {
    const program = start()
    const base = await program.serving()
    expect(program.out()).toMatch(/^(\d+) of \1 events loaded/m)
    expect((await read(`${base}/events`)).body.total).toBeGreaterThan(60)

    for (const [url] of program.out().matchAll(/(?<= )http:\/\/127\S+(?=$)/gm)) {
      expect({ url, status: (await fetch(url)).status }).toEqual({ url, status: 200 })
    }

    const draft = { title: 'Mine', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' }
    const write = (token: string) =>
      read(`${base}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(draft),
      })
    expect(await write('open-sesame')).toMatchObject({ status: 201, body: { title: 'Mine' } })
    expect(await write('sesame')).toMatchObject({ status: 401, body: { code: 'rest_invalid_credentials' } })

    program.stop()
    expect(await program.ended()).toMatchObject({ code: 0 })
  })

  test('loads a file, and says what was refused and why', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'events-api-')), 'events.json')
    const fair = { title: 'Fair', start_date: '2030-05-10 10:00', end_date: '2030-05-10 12:00' }
    writeFileSync(file, JSON.stringify([fair, { ...fair, title: '' }, { ...fair, end_date: 'whenever' }]))
    const program = start('--load', file)
    await program.serving()
    expect(program.out()).toContain('1 of 3 events loaded')
    expect(program.out()).toContain('end_date: is no date')
  })

  test('says in one line what is wrong with a file', async () => {
    const { code, told } = await start('--load', 'no-such-file.json').ended()
    expect({ code, told }).toEqual({
      code: 1,
      told: 'Cannot read no-such-file.json: there is no such file\n',
    })
  })
})
