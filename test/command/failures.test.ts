import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { libsqlFile } from '../setup/databases.ts'
import { freePort } from '../setup/programs.ts'
import { runScript } from '../storage/scripts.ts'
import { kalends, reportOf } from './kalends.ts'

/*
 * What fails for people every day: each subcommand says it in a sentence, without a stack.
 */

/** The subcommands that open a database. */
const OPENING = ['serve', 'import', 'export', 'copy from', 'copy to', 'migrate'] as const

function argsOf(what: (typeof OPENING)[number], where: string): string[] {
  const none = 'events.json'
  if (what === 'copy from') return ['copy', '--from', where, '--to', 'memory']
  if (what === 'copy to') return ['copy', '--from', 'memory', '--to', where]
  if (what === 'serve') return ['serve', '--port', '0', '--database', where]
  return [what, ...(what === 'import' ? [none] : []), '--database', where]
}

function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'events.json'), '[]')
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

function expectSentence(result: { code: unknown; output: string; errors: string }, ...parts: string[]): void {
  expect(result).toMatchObject({ code: 1, output: '' })
  const lines = result.errors.trim().split('\n')
  expect(lines, result.errors).toHaveLength(1)
  expect(result.errors).not.toMatch(/^\s+at /m)
  for (const part of parts) expect(lines[0]).toContain(part)
}

async function fileOfVersion(version: number): Promise<string> {
  const folder = folderWith()
  const { client, close } = libsqlFile(join(folder, 'old.sqlite'))
  const script = readFileSync(new URL(`../storage/version-${version}/sqlite.sql`, import.meta.url), 'utf8')
  await runScript(client, script.replaceAll('PREFIX_', 'calendar_'))
  close()
  return folder
}

describe.each(OPENING)('%s', (what) => {
  test('where a server refuses the connection', async () => {
    const port = await freePort()
    for (const where of [
      `postgres://ann:sesame@127.0.0.1:${port}/town`,
      `mysql://ann:sesame@127.0.0.1:${port}/town`,
      `redis://:sesame@127.0.0.1:${port}`,
    ]) {
      const result = await kalends(folderWith(), argsOf(what, where))
      expectSentence(result, 'Cannot use ', 'ECONNREFUSED')
      expect(result.errors).not.toContain('sesame')
    }
  })

  test('where nobody knows the host', async () => {
    for (const scheme of ['postgres', 'mysql', 'redis']) {
      const result = await kalends(folderWith(), argsOf(what, `${scheme}://no-such-host.invalid/town`))
      expectSentence(result, 'Cannot use ', 'no-such-host.invalid')
    }
  })

  test('where the file is damaged', async () => {
    const whole = folderWith()
    await reportOf(whole, ['migrate'])
    const bytes = readFileSync(join(whole, 'calendar.sqlite'))
    bytes.fill(0xff, 100, 6_000)
    const result = await kalends(folderWith({ 'calendar.sqlite': bytes }), argsOf(what, 'calendar.sqlite'))
    expectSentence(result, 'Cannot use calendar.sqlite: ')
  })

  test('where the file is not a SQLite file', async () => {
    const folder = folderWith({ 'notes.txt': 'Nothing of ours. '.repeat(100) })
    expectSentence(
      await kalends(folder, argsOf(what, 'notes.txt')),
      'Cannot use notes.txt: file is not a database',
    )
  })

  test('where the path leads through a file', async () => {
    const folder = folderWith({ notes: '' })
    expectSentence(
      await kalends(folder, argsOf(what, 'notes/calendar.sqlite')),
      'Cannot use notes/calendar.sqlite: ',
    )
  })

  // The kernel's own folder: whoever runs the tests may write into every other one.
  test.skipIf(!existsSync('/sys/kernel'))(
    'where the folder is read-only (skipped: no /sys, but on Linux)',
    async () => {
      expectSentence(
        await kalends(folderWith(), argsOf(what, '/sys/kernel/calendar.sqlite')),
        'Cannot use /sys/kernel/calendar.sqlite: ',
      )
    },
  )

  test('where an option is wrong: exit code 2, and no file', async () => {
    const wrong = what.startsWith('copy ') ? `--${what.slice(5)}-table-prefix` : '--table-prefix'
    const folder = folderWith()
    for (const [where, ...more] of [
      ['calendar.sqlite', wrong, 'no blanks'],
      ['calendar.sqlite', wrong.replace('table-prefix', 'schema'), 'town'],
      ['calendar.sqlite', wrong.replace('table-prefix', 'calendar'), 'town'],
      ['lmdb:folder', wrong, 'town_'],
      ['lmdb:folder', wrong.replace('table-prefix', 'calendar'), ''],
      ['memory', wrong, 'town_'],
      ['redis://127.0.0.1:1', wrong.replace('table-prefix', 'redis-prefix'), '{town}'],
      ['redis://127.0.0.1:1', wrong, 'town_'],
    ] as const) {
      const { code, errors } = await kalends(folder, [...argsOf(what, where), ...more])
      expect({ where, code, errors }).toMatchObject({ code: 2 })
      expect(errors.split('\n')[0], errors).toContain(`${more[0]}: `)
    }
    expect(existsSync(join(folder, 'calendar.sqlite')) || existsSync(join(folder, 'folder'))).toBe(false)
  })

  test('where a later version has made the tables', async () => {
    const folder = folderWith()
    await reportOf(folder, ['migrate'])
    const { client, close } = libsqlFile(join(folder, 'calendar.sqlite'))
    await client.batch([{ sql: 'insert into calendar_migration (version) values (99)', values: [] }])
    close()
    expectSentence(await kalends(folder, argsOf(what, 'calendar.sqlite')), 'a later version of kalends')
  })
})

describe.each(['export', 'copy from'] as const)('%s', (what) => {
  test.each([1, 2, 4, 5])('of tables of version %i says how to bring them up to date', async (version) => {
    const folder = await fileOfVersion(version)
    const result = await kalends(folder, argsOf(what, 'old.sqlite'))
    expectSentence(result, 'an earlier version of kalends', 'kalends migrate --database old.sqlite')
    expect((await kalends(folder, ['migrate', '--database', 'old.sqlite'])).output).toBe(
      'old.sqlite was of an earlier version, and is up to date now.\n',
    )
    expect(await kalends(folder, argsOf(what, 'old.sqlite'))).toMatchObject({ code: 0 })
  })

  test('of a file without a calendar, and of another prefix', async () => {
    const folder = folderWith({ 'empty.sqlite': '' })
    expectSentence(
      await kalends(folder, argsOf(what, 'empty.sqlite')),
      'Cannot use empty.sqlite: there is no calendar whose tables begin with calendar_.',
      '--table-prefix'.slice(2),
    )
    await reportOf(folder, ['migrate'])
    const flag = what === 'export' ? '--table-prefix' : '--from-table-prefix'
    expectSentence(
      await kalends(folder, [...argsOf(what, 'calendar.sqlite'), flag, 'agenda_']),
      'no calendar whose tables begin with agenda_',
      flag,
    )
  })

  test('of a folder of LMDB without the calendar', async () => {
    const folder = folderWith()
    await reportOf(folder, ['migrate', '--database', 'lmdb:towns', '--calendar', 'town'])
    expectSentence(await kalends(folder, argsOf(what, 'lmdb:towns')), 'there is no calendar calendar')
    const flag = what === 'export' ? '--calendar' : '--from-calendar'
    expect(await kalends(folder, [...argsOf(what, 'lmdb:towns'), flag, 'town'])).toMatchObject({ code: 0 })
  })
})

test('what the system refuses is a line, and its stack with KALENDS_DEBUG', async () => {
  const folder = folderWith()
  mkdirSync(join(folder, 'pictures'))
  // A folder in the place of the file that lists the images.
  mkdirSync(join(folder, 'pictures', 'images.jsonl'))
  const args = ['serve', '--port', '0', '--database', 'memory', '--images', 'pictures']
  const { code, output, errors } = await kalends(folder, args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toMatch(/^Failed: EISDIR[^\n]*\n$/)
  const debugging = await kalends(folder, args, { env: { KALENDS_DEBUG: '1' } })
  expect(debugging.errors).toMatch(/^Failed: EISDIR.*\n.*EISDIR/)
  const failure = await kalends(folder, ['export', '--database', 'typo'], { env: { KALENDS_DEBUG: '1' } })
  expect(failure.errors).toMatch(/^Cannot use typo: there is no such file\n.*\n\s+at /)
})

test('an unreadable file, and one in a folder that is missing', async () => {
  const folder = folderWith({ 'secret.json': '[]' })
  chmodSync(join(folder, 'secret.json'), 0)
  expectSentence(await kalends(folder, ['export', '--database', 'no/such.sqlite']), 'there is no such file')
  expectSentence(
    await kalends(folder, ['migrate', '--database', 'no/such.sqlite']),
    'there is no such folder',
  )
  expectSentence(
    await kalends(folder, ['import', 'no/such.json', '--database', 'memory']),
    'there is no such file',
  )
  await reportOf(folder, ['migrate'])
  expectSentence(
    await kalends(folder, ['export', '--quiet', '--output', 'no/such.json']),
    'there is no such folder',
  )
  expectSentence(await kalends(folder, ['export', '--quiet', '--output', '.']), 'Cannot write .')
})
