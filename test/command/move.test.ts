import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { ADMIN, serve } from '../move/old-site.ts'
import { town } from '../move/town.ts'
import { file, lmdb, mariadb, postgres, redis } from '../setup/places.ts'
import { outputOf } from '../setup/programs.ts'
import { kalends, reportOf, start } from './kalends.ts'

const env = { KALENDS_PASSWORD: ADMIN.password }
const asAdmin = ['--user', ADMIN.user]

/** A folder with a calendar, `town.sqlite`, and its export, `town.jsonl`. */
async function folderWithTown(): Promise<string> {
  const folder = temporaryFolder()
  const { url } = await serve(town())
  await reportOf(folder, ['import', url, ...asAdmin, '--database', 'town.sqlite'], { env })
  await reportOf(folder, ['export', '--database', 'town.sqlite', '--output', 'town.jsonl'])
  return folder
}

describe('kalends import URL', () => {
  test('brings a site in, proves it, and says how to serve it', async () => {
    const { url } = await serve(town())
    const folder = temporaryFolder()
    const { code, output, errors } = await kalends(folder, ['import', url, '--compare'])
    expect(code).toBe(0)
    expect(output).toContain(`calendar.sqlite has the calendar of Ahle, ${url} (Europe/Berlin).`)
    expect(output).toMatch(/^events +4 +3 +0 +0 +1 +0$/m)
    expect(output).toContain('1 need a password that this user cannot see, and were not brought: event 33.')
    expect(output).toContain('Not seen: drafts and other unpublished records: unknown how many; private')
    expect(output).toMatch(/^Compared \d+ values: 100\.000 % are equal or explained\.$/m)
    expect(output).toMatch(/^not explained +0$/m)
    expect(output).toContain('kalends serve --database calendar.sqlite --base-path /wp-json')
    expect(errors).toMatch(/^events 100% 3\/3 /m)
  })

  test('as an administrator: the report as JSON, progress on stderr alone, the password nowhere', async () => {
    const { url } = await serve(town())
    const folder = temporaryFolder()
    const args = ['import', url, ...asAdmin, '--compare', '--json']
    const { code, output, errors } = await kalends(folder, args, { env })
    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      ...{
        source: url,
        database: 'calendar.sqlite',
        unseen: { drafts: 0, private: 0, hidden: 0, passwords: 0 },
        notes: [],
      },
      kinds: { event: { read: 7, created: 7, complete: true } },
      comparison: { unexplained: 0, differences: [] },
    })
    expect(`${output}${errors}`).not.toContain('move move')
  })

  test('again: brings what changed, prunes when told to, and is quiet when told to', async () => {
    const { url, change } = await serve(town())
    const folder = temporaryFolder()
    await reportOf(folder, ['import', url, ...asAdmin], { env })
    change({ op: 'update', id: 30, fields: { title: 'Jazz' } })
    change({ op: 'delete', id: 31 })
    const again = await reportOf(folder, ['import', url, ...asAdmin], { env })
    expect(again.kinds.event).toMatchObject({ created: 0, updated: 1, unchanged: 5, gone: [31] })
    const pruned = await kalends(folder, ['import', url, ...asAdmin, '--prune'], { env })
    expect(pruned.output).toContain('Gone on the old site: 1 events, in the trash now: 31.')
    const quiet = await kalends(folder, ['import', url, ...asAdmin, '--quiet'], { env })
    expect(quiet).toEqual({ code: 0, output: '', errors: '' })
  })

  test('exits with 3 if the comparison finds a difference that is not explained', async () => {
    const { url, change } = await serve(town())
    const folder = temporaryFolder()
    await reportOf(folder, ['import', url])
    await reportOf(folder, ['export', '--output', 'town.jsonl'])
    const text = readFileSync(join(folder, 'town.jsonl'), 'utf8')
    // As somebody would change the title here; `modified` stays, so that the import leaves it alone.
    writeFileSync(
      join(folder, 'other.jsonl'),
      text.replace(/("kind":"event","id":31,"version":)1(.*)Walk/, '$12$2Run'),
    )
    await reportOf(folder, ['import', 'other.jsonl', '--database', 'other.sqlite'])
    expect(change({ op: 'update', id: 30, fields: {} })).toBe(30)
    const { code, output } = await kalends(folder, ['import', url, '--database', 'other.sqlite', '--compare'])
    expect(code).toBe(3)
    expect(output).toContain('events/31 title: "Walk" there, "Run" here')
  })

  test('a wrong password and a site without a calendar fail with a reason', async () => {
    const { url } = await serve(town())
    const wrong = await kalends(temporaryFolder(), ['import', url, ...asAdmin, '--password', 'sesame'])
    expect(wrong).toMatchObject({ code: 1, output: '' })
    expect(wrong.errors).toBe(`${url}: the site refuses the user name or the password\n`)
  })

  test('Ctrl+C ends it; the same command goes on where it was', async () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => {
      reached = resolve
    })
    const before = async (path: string) => {
      if (!path.includes('/organizers?')) return
      reached()
      await opened
    }
    const { url } = await serve(town(), { before })
    const folder = temporaryFolder()
    const program = start(folder, ['import', url, '--json'])
    const ended = outputOf(program)
    await isReached
    program.kill('SIGINT')
    const { code, output, errors } = await ended
    expect({ code, output }).toEqual({ code: 130, output: '' })
    expect(errors).toMatch(/^Interrupted\. Run the same command again: it goes on where it was\.$/m)
    open()
    const { kinds } = await reportOf(folder, ['import', url])
    expect(kinds.venue).toMatchObject({ created: 0, unchanged: 2 })
    expect(kinds.event).toMatchObject({ created: 3 })
  })
})

describe('kalends export', () => {
  test('writes to stdout and to a file the same bytes, which import reads', async () => {
    const folder = await folderWithTown()
    const { code, output } = await kalends(folder, ['export', '--database', 'town.sqlite'])
    expect(code).toBe(0)
    expect(output).toBe(readFileSync(join(folder, 'town.jsonl'), 'utf8'))
    expect(existsSync(join(folder, 'town.jsonl.part'))).toBe(false)
    const piped = await reportOf(folder, ['import', '-', '--database', 'piped.sqlite'], { input: output })
    expect(piped).toMatchObject({ format: 'kalends', read: 18, created: 18 })
  })

  test.each(['ics', 'csv'])('writes %s, by the ending of the file, which import reads', async (format) => {
    const folder = await folderWithTown()
    const output = `town.${format}`
    const args = ['export', '--database', 'town.sqlite', '--output', output]
    expect(await reportOf(folder, args)).toMatchObject({ output, format })
    const into = ['import', output, '--database', 'other.sqlite', '--timezone', 'Europe/Berlin']
    const first = await reportOf(folder, into)
    expect(first).toMatchObject({ format, skipped: 0, gone: [] })
    expect(first.created).toBeGreaterThan(4)
    expect(await reportOf(folder, into)).toMatchObject({ created: 0, updated: 0 })
    const told = await kalends(folder, into)
    expect(told.output).toMatch(/^other\.sqlite has what town\.\w+ \(\w+\) has: \d+ read, \d+ unchanged\.$/m)
  })

  test('a reader that has enough ends it without an error', async () => {
    const folder = await folderWithTown()
    const program = start(folder, ['export', '--database', 'town.sqlite', '--quiet'])
    const ended = outputOf(program)
    await once(program.stdout, 'data')
    program.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, errors: '' })
  })
})

const places = [file, lmdb, postgres, mariadb, redis]
for (const place of places) {
  const why = place.reachable === true ? '' : ` (skipped: ${place.reachable})`
  describe.skipIf(place.reachable !== true)(`with ${place.what}${why}`, () => {
    test('import and export give back the same bytes, and a copy is the same calendar', async () => {
      const folder = await folderWithTown()
      const { where, name } = await place.make()
      const bytes = readFileSync(join(folder, 'town.jsonl'), 'utf8')
      const first = await reportOf(folder, ['import', 'town.jsonl', '--database', where])
      expect(first).toMatchObject({ source: 'town.jsonl', database: name, read: 18, created: 18 })
      const again = await reportOf(folder, ['import', 'town.jsonl', '--database', where])
      expect(again).toMatchObject({ created: 0, unchanged: 18 })
      const { output } = await kalends(folder, ['export', '--database', where])
      expect(output).toBe(bytes)

      const copied = await kalends(folder, ['copy', '--from', where, '--to', 'copy.sqlite'])
      expect(copied).toMatchObject({ code: 0 })
      expect(copied.output).toContain(`copy.sqlite has the same documents as ${name}`)
      const back = await reportOf(folder, ['copy', '--from', 'copy.sqlite', '--to', where])
      expect(back.kinds.event).toEqual({ total: 7, written: 0 })
      expect((await kalends(folder, ['export', '--database', 'copy.sqlite'])).output).toBe(bytes)
      expect(await reportOf(folder, ['migrate', '--database', where])).toEqual({ database: name })
    })
  })
}
