import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { icsFile, veventLines } from '../move/files.ts'
import { ADMIN, serve } from '../move/old-site.ts'
import { town } from '../move/town.ts'
import { file, lmdb, mariadb, postgres, redis } from '../setup/places.ts'
import { outputOf } from '../setup/programs.ts'
import { kalends, reportOf, start } from './kalends.ts'

const env = { KALENDS_PASSWORD: ADMIN.password }
const asAdmin = ['--user', ADMIN.user]

/** Documents of the town: 13 records, 6 notes of what the import brought, and 7 of which event has a UID. */
const DOCUMENTS = 26

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
    // A visitor does not see event 33.
    expect(code).toBe(4)
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

  test('exits with 4 if records were not brought, again too, and with 0 if all were', async () => {
    const { url } = await serve(town())
    const folder = temporaryFolder()
    const visitor = ['import', url, '--quiet', '--database', 'visitor.sqlite']
    for (let time = 0; time < 2; time++)
      expect(await kalends(folder, visitor)).toEqual({ code: 4, output: '', errors: '' })
    expect(await kalends(folder, ['import', url, ...asAdmin, '--quiet'], { env })).toMatchObject({ code: 0 })
  })

  test('shows no progress without records, and no speed before the first measurement', async () => {
    const { url } = await serve(Object.assign(Object(town()), { categories: [], tags: [] }))
    const { errors } = await kalends(temporaryFolder(), ['import', url, '--compare'])
    expect(errors).not.toContain('0/0')
    expect(errors).not.toContain('?')
    expect(errors).not.toMatch(/categories|tags/)
    expect(errors).toMatch(/^events 100% /m)
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

  test.each([
    ['an address where nothing answers', 'http://localhost:1', [], 1, 'http://localhost:1/: '],
    ['an invalid address', 'http://[', [], 1, "'http://[' is not the address of a site"],
    ['file:', 'file:///etc/passwd', [], 2, 'The address of a site begins with http:// or https://.'],
    ['a file that is not there', 'town.ics', [], 1, 'Cannot read town.ics: there is no such file'],
    [
      'an invalid place',
      'http://localhost:1',
      ['--database', 'ftp://x'],
      2,
      '--database: ftp:// is not one of',
    ],
  ])('%s is refused, and leaves nothing behind', async (_, source, more, code, message) => {
    const folder = temporaryFolder()
    const images = source.startsWith('http')
      ? ['--images', 'pictures', '--images-url', 'https://a.example']
      : []
    const ended = await kalends(folder, ['import', source, ...more, ...images])
    expect(ended).toMatchObject({ code, output: '' })
    expect(ended.errors).toMatch(/^[^\n]*\n(Try: .*\n)?$/)
    expect(ended.errors.startsWith(message)).toBe(true)
    expect(readdirSync(folder)).toEqual([])
  })

  test('a wrong password leaves no database behind', async () => {
    const { url } = await serve(town())
    const folder = temporaryFolder()
    const { code } = await kalends(folder, ['import', url, ...asAdmin, '--password', 'sesame'])
    expect({ code, left: readdirSync(folder) }).toEqual({ code: 1, left: [] })
  })

  test('the report says where new IDs begin, and warns when the old site comes near', async () => {
    const media: { id: number }[] = []
    const { url, change } = await serve(Object.assign(Object(town()), { wp_media: media }))
    const folder = temporaryFolder()
    const first = await kalends(folder, ['import', url])
    expect(first.output).toContain(
      'New records get IDs from 1100000 on, and new categories and tags from 1100000 on.',
    )
    expect(first.output).not.toContain('Warning')
    // Uploads take IDs as well.
    media.push({ id: 1_049_999 })
    expect(change({ op: 'add', from: 30 })).toBe(1_050_000)
    const later = await kalends(folder, ['import', url])
    expect(later.output).toMatch(/^events +5 +1 +0 +3 +1 +0$/m)
    expect(later.output).toContain(
      'Warning: on the old site, events, venues and organizers have reached the ID 1050000. Switch before both',
    )
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
    expect(piped).toMatchObject({ format: 'kalends', read: DOCUMENTS, created: DOCUMENTS })
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

describe('kalends import FILE', () => {
  const csv = (rows: readonly string[]) =>
    ['Event Name,Event Start Date,Event Start Time', ...rows].join('\n')

  test('exits with 4 if events were not brought; a cancelled one is not to be brought', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'bad.csv'), csv(['Jazz,2027-05-10,19:00', 'Choir,32 May,19:00']))
    const bad = await kalends(folder, ['import', 'bad.csv'])
    expect(bad.code).toBe(4)
    expect(bad.output).toContain('2 read, 1 created, 1 not brought.')
    writeFileSync(
      join(folder, 'off.ics'),
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270510T190000\r\nSUMMARY:Off\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    )
    expect(await kalends(folder, ['import', 'off.ics'])).toMatchObject({ code: 0 })
  })

  test('CSV of Windows: --encoding, which the refusal names; what DOS puts at the end is no row', async () => {
    const folder = temporaryFolder()
    const row = Buffer.from('Caf\xe9 \x80 5 \x93Gr\xfc\xdfe\x94;10.05.2027;19:00\r\n\x1a\r\n', 'latin1')
    const header = Buffer.from('Event Name;Event Start Date;Event Start Time\r\n')
    writeFileSync(join(folder, 'win.csv'), Buffer.concat([header, row]))
    const args = ['import', 'win.csv', '--database', 'town.sqlite']
    for (const more of [[], ['--encoding', 'utf-8']]) {
      const refused = await kalends(folder, [...args, ...more])
      expect(refused.code).toBe(1)
      expect(refused.errors).toContain(
        'win.csv: the file is not utf-8: save it as UTF-8, or name its encoding, such as --encoding windows-1252',
      )
    }
    const named = ['--encoding', 'windows-1252']
    expect(await reportOf(folder, [...args, ...named])).toMatchObject({ read: 1, created: 1, notes: [] })
    const { output } = await kalends(folder, ['export', '--format', 'csv', '--database', 'town.sqlite'])
    expect(output).toContain('Café € 5 “Grüße”')
    expect(await reportOf(folder, [...args, ...named])).toMatchObject({ read: 1, unchanged: 1 })
    const unknown = await kalends(folder, [...args, '--encoding', 'klingon'])
    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.errors).toContain('--encoding: there is no encoding named klingon, such as windows-1252.')
  })

  test('without --timezone says which zone it took', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'jazz.csv'), csv(['Jazz,2027-05-10,19:00']))
    const args = ['import', 'jazz.csv', '--database', 'memory']
    const sentence = 'Times that name no zone were read as UTC. --timezone names another one.'
    expect((await kalends(folder, args)).output).toContain(sentence)
    expect(await reportOf(folder, args)).toMatchObject({ timezone: 'UTC' })
    const own = [...args, '--timezone', 'Europe/Berlin']
    expect((await kalends(folder, own)).output).not.toContain(sentence)
    expect(await reportOf(folder, own)).toMatchObject({ timezone: 'Europe/Berlin' })
    const town = await folderWithTown()
    const whole = await kalends(town, ['import', 'town.jsonl', '--database', 'memory'])
    expect(whole.output).not.toContain('zone')
  })
})

describe('kalends migrate', () => {
  test('says that a file was not there, and that a calendar is new, old or ready', async () => {
    const folder = temporaryFolder()
    const said = async (...args: string[]) => (await kalends(folder, ['migrate', ...args])).output
    expect(await said()).toBe('calendar.sqlite was not there. It is a new calendar now, and empty.\n')
    expect(await said()).toBe('calendar.sqlite is up to date.\n')
    expect(await said('--table-prefix', 'agenda_')).toBe(
      'calendar.sqlite had no such calendar. It has a new one now, which is empty.\n',
    )
    expect(await reportOf(folder, ['migrate', '--database', 'lmdb:towns'])).toEqual({
      database: 'lmdb:towns',
      created: true,
    })
    expect(await reportOf(folder, ['migrate', '--database', 'lmdb:towns'])).toEqual({
      database: 'lmdb:towns',
    })
    expect(await said('--sql', '--table-prefix', 'town_')).toContain('"town_event"')
  })
})

/** Calendars of one database, by the flags of the command, without their dashes. */
const NAMES = {
  [file.what]: [{ 'table-prefix': 'town_' }, { 'table-prefix': 'agenda_' }],
  [lmdb.what]: [{ calendar: 'town' }, { calendar: 'agenda' }],
  [postgres.what]: [{ 'table-prefix': 'town_', schema: 'public' }, { 'table-prefix': 'agenda_' }],
  [mariadb.what]: [{ 'table-prefix': 'town_' }, { 'table-prefix': 'agenda_' }],
  [redis.what]: [{ 'redis-prefix': 'events-api:' }, { 'redis-prefix': 'events-api:', calendar: 'agenda' }],
} as const satisfies Record<string, readonly [Record<string, string>, Record<string, string>]>

const flags = (names: Readonly<Record<string, string>>, side = '') =>
  Object.entries(names).flatMap(([name, value]) => [`--${side}${name}`, value])

const places = [file, lmdb, postgres, mariadb, redis]
for (const place of places) {
  const why = place.reachable === true ? '' : ` (skipped: ${place.reachable})`
  describe.skipIf(place.reachable !== true)(`with ${place.what}${why}`, () => {
    test('import and export give back the same bytes, and a copy is the same calendar', async () => {
      const folder = await folderWithTown()
      const { where, name } = await place.make()
      const bytes = readFileSync(join(folder, 'town.jsonl'), 'utf8')
      const first = await reportOf(folder, ['import', 'town.jsonl', '--database', where])
      expect(first).toMatchObject({
        source: 'town.jsonl',
        database: name,
        read: DOCUMENTS,
        created: DOCUMENTS,
      })
      const again = await reportOf(folder, ['import', 'town.jsonl', '--database', where])
      expect(again).toMatchObject({ created: 0, unchanged: DOCUMENTS })
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

    test('every command takes the names of a calendar, and one that is not there is no empty one', async () => {
      const folder = await folderWithTown()
      const { where } = await place.make()
      const [town = {}, agenda = {}] = NAMES[place.what] ?? []
      const bytes = readFileSync(join(folder, 'town.jsonl'), 'utf8')
      const at = ['--database', where]
      expect(await reportOf(folder, ['migrate', ...at, ...flags(town)])).toMatchObject({ created: true })
      expect(await reportOf(folder, ['import', 'town.jsonl', ...at, ...flags(town)])).toMatchObject({
        created: DOCUMENTS,
      })
      expect((await kalends(folder, ['export', ...at, ...flags(town)])).output).toBe(bytes)

      const missing = [
        await kalends(folder, ['export', ...at, ...flags(agenda)]),
        await kalends(folder, ['copy', '--from', where, ...flags(agenda, 'from-'), '--to', 'memory']),
        await kalends(folder, ['export', ...at]),
      ]
      for (const { code, output, errors } of missing) {
        expect({ code, output }).toEqual({ code: 1, output: '' })
        expect(errors).toMatch(/^Cannot use [^\n]+: there is no calendar [^\n]+\n$/)
      }

      const between = [...flags(town, 'from-'), '--to', where, ...flags(agenda, 'to-')]
      const copied = await reportOf(folder, ['copy', '--from', where, ...between])
      expect(copied.kinds.event).toEqual({ total: 7, written: 7 })
      const copy = await kalends(folder, ['export', ...at, ...flags(agenda)])
      expect(copy.output).toBe(bytes)

      const program = start(folder, ['serve', '--port', '0', '--json', ...at, ...flags(agenda)], {
        env: { KALENDS_TOKEN: '' },
      })
      const [line]: unknown[] = await once(program.stdout, 'data')
      const { url }: { url: string } = JSON.parse(String(line))
      const { id }: { id: number } = JSON.parse(await (await fetch(`${url}/events/31`)).text())
      expect(id).toBe(31)
      const ended = once(program, 'close')
      program.kill('SIGTERM')
      await ended
    })
  })
}

test('kalends import FILE --prune: two calendars in files of one name, and one calendar in files of two', async () => {
  const folder = temporaryFolder()
  const calendar = (name: string, ...uids: readonly string[]) =>
    icsFile(...(name === '' ? [] : [`X-WR-CALNAME:${name}`]), ...uids.flatMap((uid) => veventLines(uid)))
  const bring = (path: string, text: string, ...more: readonly string[]) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    return kalends(folder, ['import', path, '--prune', '--json', ...more])
  }
  await bring('a/basic.ics', calendar('Town', '1', '2'))
  const other = await bring('b/basic.ics', calendar('Choir', '3'))
  expect(JSON.parse(other.output)).toMatchObject({ created: 1, gone: [] })
  const renamed = await bring('town.ics', calendar('Town', '1'))
  expect(JSON.parse(renamed.output)).toMatchObject({ unchanged: 1, gone: [{ key: '2' }], trashed: 1 })

  const nameless = await bring('c/basic.ics', calendar('', '4'))
  expect(nameless.code).not.toBe(0)
  expect(nameless.errors).toContain('the file does not name its calendar')
  const named = await bring('c/basic.ics', calendar('', '4'), '--source', 'Club')
  expect(JSON.parse(named.output)).toMatchObject({ created: 1, gone: [] })
})
