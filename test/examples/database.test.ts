import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../command/database.ts'
import { Failure } from '../../command/usage.ts'
import { file, mariadb, postgres } from '../setup/places.ts'
import { postgresUrl } from '../setup/servers.ts'
import { read, start, temporaryFolder, write } from './program.ts'

/** Of tests that start several programs, one after the other. */

const LOADED = /^(\d+) of \1 events loaded/m
const fair = { title: 'Fair', start_date: '2030-05-10 10:00:00', end_date: '2030-05-10 12:00:00' }

for (const place of [file, postgres, mariadb]) {
  const why = place.reachable === true ? '' : ` (skipped: ${place.reachable})`
  describe.skipIf(place.reachable !== true)(`npm start with ${place.what}${why}`, () => {
    test('loads the calendar once, and keeps what is written', async () => {
      const folder = temporaryFolder()
      const { where, name } = await place.make()
      const parameters = ['--database', where]
      const first = start(folder, ...parameters)
      const before = await first.serving()
      const [, count = ''] = LOADED.exec(first.out()) ?? expect.unreachable(first.out())
      expect(first.out()).toContain(`The calendar is kept in ${name}.`)
      expect(await write(before, { ...fair, slug: 'mine' })).toMatchObject({ status: 201 })
      first.stop()
      expect(await first.ended()).toMatchObject({ code: 0, told: '' })

      writeFileSync(join(folder, 'events.json'), JSON.stringify([{ ...fair, title: 'Not loaded' }]))
      const second = start(folder, ...parameters, '--load', 'events.json')
      const after = await second.serving()
      expect(second.out()).toContain(`${name} holds ${Number(count) + 1} events; nothing was loaded. `)
      expect(second.out()).not.toContain('events loaded')
      expect(await read(`${after}/events/by-slug/mine`)).toMatchObject({ status: 200, body: fair })
      expect((await read(`${after}/events/by-slug/not-loaded`)).status).toBe(404)
      expect((await write(after, { ...fair, slug: 'another' })).status).toBe(201)
    })

    test('begins anew after a start that was killed while it loaded', async () => {
      const folder = temporaryFolder()
      const { where } = await place.make()
      const parameters = ['--database', where]
      const events = Array.from({ length: 500 }, (_, n) => ({ ...fair, slug: `fair-${n}` }))
      writeFileSync(join(folder, 'events.json'), JSON.stringify(events))
      const killed = start(folder, ...parameters, '--load', 'events.json')
      await killed.loading()
      killed.kill()
      expect((await killed.ended()).out).toBe('')

      const next = start(folder, ...parameters)
      const base = await next.serving()
      expect(next.out()).toMatch(LOADED)
      expect((await read(`${base}/events/by-slug/fair-0`)).status).toBe(404)
    })
  })
}

describe('npm start says in one line why it has no database', () => {
  async function closedPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    return typeof address === 'object' && address !== null ? address.port : expect.unreachable()
  }

  test.each(['postgres', 'mysql'])('nobody answers %s://', async (scheme) => {
    const server = `127.0.0.1:${await closedPort()}`
    const program = start(temporaryFolder(), '--database', `${scheme}://me:secret@${server}/calendar`)
    const { code, told } = await program.ended()
    expect(told).toBe(`Cannot use ${scheme}://me:***@${server}/calendar: connect ECONNREFUSED ${server}\n`)
    expect(code).toBe(1)
  })

  test('the file is another one, which stays as it is', async () => {
    const folder = temporaryFolder()
    const text = 'Nothing that SQLite could read. '.repeat(100)
    writeFileSync(join(folder, 'notes.txt'), text)
    const { code, told } = await start(folder, '--database', 'notes.txt').ended()
    expect({ code, told }).toEqual({ code: 1, told: 'Cannot use notes.txt: file is not a database\n' })
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe(text)
  })

  const whyNot = async (where: string): Promise<string> => {
    try {
      const { storage, refuse, close } = await openDatabase(where)
      onTestFinished(close)
      await storage.migrate().catch(refuse)
    } catch (error) {
      if (error instanceof Failure) return error.message
      throw error
    }
    return expect.unreachable('there was a database')
  }

  const why = postgres.reachable === true ? '' : ` (skipped: ${postgres.reachable})`
  test.skipIf(postgres.reachable !== true)(`the server has no such database${why}`, async () => {
    const url = new URL(postgresUrl)
    url.pathname = 'no_such_database'
    expect(await whyNot(url.href)).toMatch(/^Cannot use \S+: database "no_such_database" does not exist$/)
  })

  test('there is no place for the file', async () => {
    const folder = temporaryFolder()
    expect(await whyNot(folder)).toBe(`Cannot use ${folder}: it is a folder`)
    const file = join(folder, 'no/such/calendar.sqlite')
    expect(await whyNot(file)).toBe(`Cannot use ${file}: there is no such folder`)
  })

  test.each([
    [
      'oracle://me:secret@localhost',
      '--database: oracle:// is not one of memory, postgres://…, mysql://…, redis://…, lmdb:folder and the path of a SQLite file.',
    ],
    [
      'postgres://me:7/secret@localhost/calendar',
      '--database: this postgres:// URL cannot be read. In a password, write %23 for #, %2F for /, %3F for ?, %40 for @.',
    ],
    ['mysql://me:%secret@localhost/calendar', 'Cannot use mysql://me:***@localhost/calendar: URI malformed'],
  ])('%s cannot be meant', async (where, line) => {
    expect(await whyNot(where)).toBe(line)
  })
})
