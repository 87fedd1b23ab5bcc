import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { read, start, temporaryFolder, write } from './program.ts'

describe('npm start', () => {
  test('serves the sample calendar, takes writes with its token, and stops on a signal', async () => {
    const folder = temporaryFolder()
    const program = start(folder, '--database', 'memory')
    const base = await program.serving()
    expect(program.out()).toMatch(/^(\d+) of \1 events loaded/m)
    expect(program.out()).toContain('Ctrl+C stops it. Nothing is kept.')
    expect((await read(`${base}/events`)).body.total).toBeGreaterThan(60)

    for (const [url] of program.out().matchAll(/(?<= )http:\/\/127\S+(?=$)/gm)) {
      expect({ url, status: (await fetch(url)).status }).toEqual({ url, status: 200 })
    }

    const draft = { title: 'Mine', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' }
    expect(await write(base, draft)).toMatchObject({ status: 201, body: { title: 'Mine' } })
    expect(await write(base, draft, 'sesame')).toMatchObject({
      status: 401,
      body: { code: 'rest_invalid_credentials' },
    })

    program.stop()
    expect(await program.ended()).toMatchObject({ code: 0 })
    expect(readdirSync(folder)).toEqual([])
  })

  test('loads a file, and says what was refused and why', async () => {
    const folder = temporaryFolder()
    const fair = { title: 'Fair', start_date: '2030-05-10 10:00', end_date: '2030-05-10 12:00' }
    const events = [fair, { ...fair, title: '' }, { ...fair, end_date: 'whenever' }]
    writeFileSync(join(folder, 'events.json'), JSON.stringify(events))
    const program = start(folder, '--database', 'memory', '--load', 'events.json')
    await program.serving()
    expect(program.out()).toContain('1 of 3 events loaded')
    expect(program.out()).toContain('end_date: is not a date: "whenever"')
  })

  test('says in one line what is wrong with a file, and makes no calendar', async () => {
    const folder = temporaryFolder()
    const { code, told } = await start(folder, '--load', 'no-such-file.json').ended()
    expect({ code, told }).toEqual({
      code: 1,
      told: 'Cannot read no-such-file.json: there is no such file\n',
    })
    expect(readdirSync(folder)).toEqual([])
  })
})
