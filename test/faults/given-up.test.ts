import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { SqlClient } from '../../src/storage/sql/client.ts'
import { SUBJECTS } from '../adapters/sql-clients/subjects.ts'
import { ask, newTable, statement } from '../adapters/sql-clients/tables.ts'
import { reason, watchedSignal } from './watched-signal.ts'

/*
 * Queries and batches of every SQL client on behalf of a request that is over.
 */

describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))('%s', (_name, subject) => {
  const { missing } = subject
  const name = missing === undefined ? 'a signal' : `a signal (skipped: ${missing})`
  describe.skipIf(missing !== undefined)(name, () => {
    let client: SqlClient
    beforeAll(async () => {
      const opened = await subject.open()
      client = opened.client
      return async () => {
        await opened.close()
        opened.tidy?.()
      }
    })

    /** A table of its own for each test. */
    async function opened() {
      const t = await newTable(client, 'n int')
      const insert = (n: number) => statement(client.dialect, `insert into ${t} values (?)`, n)
      const all = async () => (await ask(client, `select n from ${t} order by n`)).map(({ n }) => Number(n))
      return { insert, all, select: statement(client.dialect, `select n from ${t}`) }
    }

    test('that is aborted already: nothing is sent', async () => {
      const { insert, all, select } = await opened()
      const signal = AbortSignal.abort(reason)
      await expect(client.query(select, signal)).rejects.toBe(reason)
      await expect(client.batch([insert(1)], signal)).rejects.toBe(reason)
      await expect(client.batch([insert(1), insert(2)], signal)).rejects.toBe(reason)
      expect(await all()).toEqual([])
    })

    test('that is never aborted: nothing changes, and no listener is left', async () => {
      const { insert, all, select } = await opened()
      const { signal, listeners } = watchedSignal()
      await client.batch([insert(1), insert(2)], signal)
      await client.batch([insert(3)], signal)
      expect(await client.query(select, signal)).toHaveLength(3)
      await expect(client.query(statement(client.dialect, 'select nonsense'), signal)).rejects.toThrow()
      await expect(
        client.batch([insert(4), statement(client.dialect, 'select nonsense')], signal),
      ).rejects.toThrow()
      expect(await all()).toEqual([1, 2, 3])
      await vi.waitFor(() => expect(listeners()).toBe(0))
    })

    test('that is aborted at once: complete or not at all, and the client continues', async () => {
      const { insert, all, select } = await opened()
      for (let round = 0; round < 5; round++) {
        const { signal, abort } = watchedSignal()
        const sent = [client.query(select, signal), client.batch([insert(round), insert(round)], signal)]
        const settled = Promise.allSettled(sent)
        for (let turn = 0; turn < round * 3; turn++) await null
        abort()
        for (const result of await settled) {
          if (result.status === 'rejected') expect(result.reason).toBe(reason)
        }
        const there = (await all()).filter((n) => n === round)
        expect([0, 2]).toContain(there.length)
      }
      expect(await client.query(select)).toEqual(expect.any(Array))
    })
  })
})
