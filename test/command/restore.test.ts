import { copyFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEventsApi } from 'kalends'
import { sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { libsqlFile } from '../setup/databases.ts'
import { kalends } from './kalends.ts'

/** A calendar that is open, with a backup of its first tag. */
async function openTown() {
  const folder = temporaryFolder()
  const { client, close } = libsqlFile(join(folder, 'calendar.sqlite'))
  const api = createEventsApi(sqlStorage(client), {
    authenticate: () => ({ id: 1, role: 'administrator' }),
  })
  await api.migrate()
  const make = async (name: string) => {
    const { status } = await api.fetch(
      new Request('http://localhost/vendor/events/v1/tags', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    )
    expect(status).toBe(201)
  }
  await make('first')
  await client.query({ sql: `vacuum into '${join(folder, 'backup.sqlite')}'`, values: [] })
  await make('second')
  return { folder, close }
}

/** The town as a crash leaves it: with a write-ahead log beside the file. */
async function crashedTown(): Promise<string> {
  const { folder, close } = await openTown()
  const crashed = temporaryFolder()
  for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(crashed, name))
  close()
  expect(readdirSync(crashed)).toContain('calendar.sqlite-wal')
  return crashed
}

async function tagsIn(folder: string, database: string): Promise<string[]> {
  const { output } = await kalends(folder, ['export', '--database', database])
  return ['first', 'second'].filter((name) => output.includes(`"name":"${name}"`))
}

describe('kalends restore', () => {
  test('after a crash puts the backup in place, and keeps all that was there', async () => {
    const folder = await crashedTown()
    const { code, output, errors } = await kalends(folder, ['restore', 'backup.sqlite', '--json'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const report: unknown = JSON.parse(output)
    expect(report).toMatchObject({ database: 'calendar.sqlite', backup: 'backup.sqlite', counts: { tag: 1 } })
    const kept = String(Reflect.get(Object(report), 'kept'))
    expect(readdirSync(folder).filter((name) => /-wal|-shm|part/.test(name))).toEqual([])
    expect(await tagsIn(folder, 'calendar.sqlite')).toEqual(['first'])
    expect(await tagsIn(folder, kept)).toEqual(['first', 'second'])
    expect(await tagsIn(folder, 'backup.sqlite')).toEqual(['first'])
  })

  test('twice, and back to what was kept', async () => {
    const folder = await crashedTown()
    for (const _time of [1, 2]) expect((await kalends(folder, ['restore', 'backup.sqlite'])).code).toBe(0)
    const kept = readdirSync(folder).filter((name) => name.includes('.before-restore-'))
    expect(kept).toHaveLength(2)
    const [first = ''] = kept.sort()
    expect((await kalends(folder, ['restore', first])).code).toBe(0)
    expect(await tagsIn(folder, 'calendar.sqlite')).toEqual(['first', 'second'])
  })

  test('where there was no calendar', async () => {
    const folder = await crashedTown()
    const args = ['restore', 'backup.sqlite', '--database', 'new.sqlite']
    expect((await kalends(folder, args)).code).toBe(0)
    expect(await tagsIn(folder, 'new.sqlite')).toEqual(['first'])
  })

  test('while a program has the calendar open changes nothing', async () => {
    const { folder, close } = await openTown()
    const before = statSync(join(folder, 'calendar.sqlite')).ino
    const { code, errors } = await kalends(folder, ['restore', 'backup.sqlite'])
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'calendar.sqlite is open in another program. Stop it first. Nothing was changed.\n',
    })
    expect(statSync(join(folder, 'calendar.sqlite')).ino).toBe(before)
    close()
    expect(await tagsIn(folder, 'calendar.sqlite')).toEqual(['first', 'second'])
  })

  test('a calendar that is damaged is replaced, too', async () => {
    const folder = await crashedTown()
    writeFileSync(join(folder, 'calendar.sqlite'), 'nothing that SQLite could read '.repeat(200))
    expect((await kalends(folder, ['restore', 'backup.sqlite'])).code).toBe(0)
    expect(await tagsIn(folder, 'calendar.sqlite')).toEqual(['first'])
  })

  test.each([
    ['a backup that was cut off', 'cut.sqlite', 'is damaged'],
    ['a file of another kind', 'notes.txt', 'is not a SQLite file'],
    ['an empty file', 'empty.sqlite', 'is not a SQLite file'],
    ['a folder', '.', 'is not a SQLite file'],
    ['what is not there', 'no.sqlite', 'there is no such file'],
    ['the calendar itself', 'calendar.sqlite', 'is the calendar itself'],
  ])('%s is refused, and nothing is changed', async (_what, backup, reason) => {
    const folder = await crashedTown()
    writeFileSync(join(folder, 'notes.txt'), 'Buy milk. '.repeat(100))
    writeFileSync(join(folder, 'empty.sqlite'), '')
    const cut = join(folder, 'cut.sqlite')
    copyFileSync(join(folder, 'backup.sqlite'), cut)
    truncateSync(cut, Math.floor(statSync(cut).size / 8192) * 4096)
    const before = readdirSync(folder)
    const { code, errors } = await kalends(folder, ['restore', backup])
    expect(code).toBeGreaterThan(0)
    expect(errors).toContain(reason)
    expect(readdirSync(folder)).toEqual(before)
    expect(await tagsIn(folder, 'calendar.sqlite')).toEqual(['first', 'second'])
  })

  test.each([
    [['restore'], 'Name one file'],
    [['restore', 'a', 'b'], 'Name one file'],
    [['restore', 'a', '--database', 'redis://town.example'], 'is not a SQLite file'],
  ])('%j is wrong usage', async (args, reason) => {
    const { code, errors } = await kalends(temporaryFolder(), args)
    expect(code).toBe(2)
    expect(errors).toContain(reason)
  })
})
