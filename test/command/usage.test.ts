import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { kalends } from './kalends.ts'

describe('the command', () => {
  test.each([
    [['--help'], 'kalends COMMAND --help'],
    [['init', '--help'], '--dry-run'],
    [['serve', '--help'], 'KALENDS_TOKEN'],
    [['import', '-h'], 'KALENDS_PASSWORD'],
    [['export', '--help'], '--output FILE'],
    [['copy', '--help'], '--from WHERE'],
    [['migrate', '--help'], '--sql'],
    [['mcp', '--help'], '--role NAME'],
    [['--version'], '.'],
  ])('%j prints help on stdout', async (args, text) => {
    const { code, output, errors } = await kalends(temporaryFolder(), args)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toContain(text)
  })

  test.each(['init', 'serve', 'import', 'export', 'copy', 'migrate', 'mcp', 'restore', 'erase'])(
    'help %s is the help of the command',
    async (name) => {
      const folder = temporaryFolder()
      const help = await kalends(folder, ['help', name])
      expect(help).toEqual(await kalends(folder, [name, '--help']))
      expect(help).toMatchObject({ code: 0, errors: '' })
      expect(help.output).toMatch(new RegExp(`^Usage: kalends ${name} `))
      expect(await kalends(folder, ['help'])).toEqual(await kalends(folder, ['--help']))
    },
  )

  test.each([
    [['help', 'exprot'], 'There is no command exprot.'],
    [['help', 'toString'], 'There is no command toString.'],
    [[], 'Usage: kalends COMMAND'],
    [['exprot'], 'There is no command exprot.'],
    [['toString'], 'There is no command toString.'],
    [['import', '--prun', 'https://town.example'], "Unknown option '--prun'."],
    [['import'], 'Name one URL or one file.'],
    [['import', 'a', 'b'], 'Name one URL or one file.'],
    [['import', 'calendar.jsonl', '--compare'], '--compare is for sites, such as https://town.example.'],
    [['import', 'https://town.example', '--images-url', 'x'], '--images-url needs --images.'],
    [['erase'], 'Name a person: --email, --user or both.'],
    [['export', '--format', 'xls'], '--format: xls is not one of json, ics, csv.'],
    [['import', 'https://town.example', '--password', 'sesame'], '--password needs --user.'],
    [['import', 'https://town.example', '--user', 'admin'], '--user needs a password'],
    [['copy', '--from', 'calendar.sqlite'], '--from and --to are needed.'],
    [['copy', '--from', 'oracle://x', '--to', 'memory'], '--from: oracle:// is not one of'],
    [['export', '--json'], '--json needs --output'],
    [['export', 'calendar.sqlite'], "Unexpected argument 'calendar.sqlite'."],
    [['migrate', '--sql', '--database', 'redis://localhost'], 'this database has no tables'],
    [['serve', '--database', 'postgres:host/db'], '--database: postgres: is not the name of a database.'],
    [['serve', '--database', 'jdbc:sqlite:a.sqlite'], '--database: jdbc: is not the name of a database.'],
    [['serve', '--database', 'sqlite://a.sqlite'], '--database: sqlite:// is not one of'],
    [['serve', '--database', 'file:///tmp/a.sqlite'], '--database: file:// is not one of'],
    [['serve', '--database', 'file:a.sqlite?mode=ro'], 'without parameters'],
    [['serve', '--database', 'sqlite:'], '--database: sqlite: names no file.'],
    [['serve', '--database', ' '], '--database: is empty.'],
    [['serve', '--database', '"a.sqlite"'], 'begins with a quote'],
    [['copy', '--from', 'sqlite3: ', '--to', 'memory'], '--from: sqlite3: names no file.'],
    [
      ['export', '--schema', 'b', '--database', 'postgres://127.0.0.1:1/x?schema=a'],
      'schema in the address and --schema name two schemas.',
    ],
    [['serve', '--port', '99999'], '--port: 99999 is not a port from 0 to 65535.'],
    [['serve', '--database', 'memory', '--timezone', 'Mars/Base'], 'Mars/Base'],
  ])('%j is wrong usage: exit code 2, the reason on stderr, and no file', async (args, reason) => {
    const folder = temporaryFolder()
    const { code, output, errors } = await kalends(folder, args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    [['export', '--database', 'typo.sqlite'], 'Cannot use typo.sqlite: there is no such file\n'],
    [['copy', '--from', 'lmdb:typo', '--to', 'memory'], 'Cannot use lmdb:typo: there is no such folder\n'],
    [['import', 'typo.jsonl', '--database', 'memory'], 'Cannot read typo.jsonl: there is no such file.'],
    [
      ['import', 'notes.txt', '--database', 'memory'],
      'notes.txt: the file is neither iCalendar, nor CSV with a header, nor JSON\n',
    ],
    [['export', '--database', 'notes.txt'], 'Cannot use notes.txt: file is not a database\n'],
  ])('%j fails: exit code 1, the reason in one line', async (args, reason) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'notes.txt'), 'Nothing of ours. '.repeat(100))
    const { code, output, errors } = await kalends(folder, args)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(reason)
    expect(
      errors
        .replace(/^Importing 100%.*\n/, '')
        .trim()
        .split('\n'),
    ).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })
})

test.each([
  'sqlite:town.sqlite',
  'sqlite3:town.sqlite',
  'file:./town.sqlite',
  ' town.sqlite',
  'town.sqlite\n',
])('the database %j is the file town.sqlite', async (name) => {
  const folder = temporaryFolder()
  expect((await kalends(folder, ['migrate', '--database', 'town.sqlite'])).code).toBe(0)
  const files = readdirSync(folder)
  const { code, output } = await kalends(folder, ['migrate', '--database', name])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('is up to date') })
  expect(readdirSync(folder)).toEqual(files)
})

test.each(['sqlite::memory:', ':memory:'])('the database %s is no file', async (name) => {
  const folder = temporaryFolder()
  expect((await kalends(folder, ['migrate', '--database', name])).code).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test.each(['schema', 'currentSchema', 'search_path'])(
  'the schema of a PostgreSQL may be in its address, as ?%s=',
  async (name) => {
    const sql = (...args: string[]) => kalends(temporaryFolder(), ['migrate', '--sql', ...args])
    const address = 'postgres://me:secret@town.example/calendar'
    const said = await sql('--database', `${address}?${name}=town`)
    expect(said).toEqual(await sql('--database', address, '--schema', 'town'))
    expect(said.output).toContain('"town"')
  },
)
