import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createEventsApi } from 'kalends'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { sqlStorage } from 'kalends/storage/sql'
import Libsql from 'libsql'
import { expect, test, vi } from 'vitest'
import { runCommand } from '../../command/run.ts'
import { temporaryFolder } from '../setup/databases.ts'
import { calendarOf, eventOn } from '../sources/feeds.ts'

test('kalends pull reads what is due, and a private address only if it is allowed', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/calendar')
    response.end(calendarOf([eventOn('0415', 'a', { DTSTART: '20990415T190000', DTEND: '20990415T200000' })]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  const file = join(temporaryFolder(), 'calendar.sqlite')
  const db = new Libsql(file)
  const api = createEventsApi(sqlStorage(betterSqlite3(db)), {
    authenticate: () => ({ id: 1, role: 'editor' }),
    sources: { fetch, allow: ['127.0.0.1'] },
  })
  await api.migrate()
  await api.fetch(
    new Request(`http://localhost${api.basePath}/sources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/a.ics`, window: { future_days: 3660 } }),
    }),
  )
  db.close()
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  expect(await runCommand(['pull', '--database', file, '--json'])).toBe(0)
  expect(JSON.parse(said.pop() ?? '')).toMatchObject({ read: 1, failed: 1, new: 0 })
  server.close()
})
