import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createEventsApi } from 'kalends'
import { sqlStorage } from 'kalends/storage/sql'
import { expect, test } from 'vitest'
import { libsqlFile, libsqlMemory, temporaryFolder } from '../setup/databases.ts'

const folder = temporaryFolder()
let files = 0

/** A calendar in a file of its own, and what its log says. */
async function opened() {
  const path = join(folder, `${files++}.sqlite`)
  const { client, close } = libsqlFile(path)
  const log: string[] = []
  const api = createEventsApi(sqlStorage(client), {
    authenticate: () => ({ id: 1, role: 'administrator' }),
    onError: (error) => void log.push(error instanceof Error ? `${error.message} ${error.cause}` : ''),
  })
  await api.migrate()
  const send = (method: 'GET' | 'POST', name: string) =>
    api.fetch(
      new Request('http://localhost/vendor/events/v1/tags?hide_empty=0', {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify({ name }) } : {}),
      }),
    )
  return { path, close, send, log }
}

test.each(['removed', 'replaced by another one'])(
  'a file that is %s while it is open takes no writes, answers 503, and the log says why',
  async (what) => {
    const { path, close, send, log } = await opened()
    expect((await send('POST', 'before')).status).toBe(201)
    expect((await send('GET', '')).status).toBe(200)
    copyFileSync(path, `${path}.copy`)
    if (what === 'removed') rmSync(path)
    else renameSync(`${path}.copy`, path)
    for (const method of ['POST', 'GET'] as const) {
      const response = await send(method, 'after')
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).not.toBeNull()
    }
    expect(log.join('\n')).toContain(`The database file ${path} was ${what} while it is open`)
    close()
  },
)

test('what is in memory has no file that could be removed', async () => {
  const { client } = libsqlMemory()
  expect(await client.query({ sql: 'select 1 as one', values: [] })).toEqual([{ one: 1 }])
})
