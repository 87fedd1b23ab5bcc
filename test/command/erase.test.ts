import { join } from 'node:path'
import { createEventsApi } from 'kalends'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { sqlStorage } from 'kalends/storage/sql'
import Libsql from 'libsql'
import { expect, test, vi } from 'vitest'
import { runCommand } from '../../command/run.ts'
import { temporaryFolder } from '../setup/databases.ts'

test('kalends erase erases a person, tells what names them, and refuses what names nobody', async () => {
  const file = join(temporaryFolder(), 'calendar.sqlite')
  const db = new Libsql(file)
  const api = createEventsApi(sqlStorage(betterSqlite3(db)), {
    changes: true,
    authenticate: () => ({ id: 'ann', role: 'editor', name: 'Ann Lee' }),
  })
  await api.migrate()
  const response = await api.fetch(
    new Request(`http://localhost${api.basePath}/organizers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ organizer: 'Friends of Ann Lee', slug: 'friends' }),
    }),
  )
  expect(response.status).toBe(201)
  db.close()
  const said: string[] = []
  const wrong: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  vi.spyOn(console, 'error').mockImplementation((line) => void wrong.push(String(line)))
  const erase = ['erase', '--database', file]
  expect(await runCommand([...erase, '--user', 'ann'])).toBe(0)
  expect(said).toEqual([
    '0 suggestions that waited are gone, and the contacts of 0 others. 1 entries of the journal are changed.',
    '1 records have the account as their author, and keep its ID.',
    'Found as Ann Lee. With --name, they are searched for again.',
    'These name the person. Change or delete them, then call this again:',
    '  organizer 1: organizer',
  ])
  expect(await runCommand([...erase, '--email', 'ann@town.example', '--name', 'Ann Lee', '--json'])).toBe(0)
  expect(JSON.parse(said.at(-1) ?? '')).toEqual({
    ...{ withdrawn: 0, contacts: 0, entries: 0, authored: 0, names: [], more: false },
    named: [{ kind: 'organizer', id: 1, fields: ['organizer'] }],
  })
  for (const [args, message] of [
    [['--email', 'ann'], '--email: is not an e-mail address.'],
    [['--user', '0'], '--user: is not the ID of a user.'],
    [['--user', '7', '--name', '-'], '--name: must be up to 20 names'],
  ] as const) {
    wrong.length = 0
    expect(await runCommand([...erase, ...args])).toBe(2)
    expect(wrong[0]).toContain(message)
  }
})
