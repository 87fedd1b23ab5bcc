import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { idOf } from '../routes/calendar.ts'
import { openBatches, statuses } from './opened.ts'

/* A request that comes twice at the same time: the first one is done after the second one has looked for its receipt. */

/** Calls `meanwhile` after the first read of receipts, before the reader goes on. */
function overtaken(storage: Storage, meanwhile: () => Promise<unknown>): Storage {
  let isFirst = true
  const get: Storage['get'] = async (kind, ids) => {
    const found = await storage.get(kind, ids)
    if (kind === 'receipt' && isFirst) {
      isFirst = false
      await meanwhile()
    }
    return found
  }
  return new Proxy(storage, {
    get: (target, name) => {
      if (name === 'get') return get
      // Of another storage, whose reads are not watched.
      if (name === 'within') return undefined
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

test('an atomic batch of names is answered by what the same one has made', async () => {
  const storage = memoryStorage()
  const requests = [
    { path: '/tags', body: { name: 'warm' } },
    { path: '/tags', body: { name: 'cold' } },
  ]
  const first = openBatches({}, storage)
  const send = ({ batch }: typeof first) => batch(requests, { key: 'K', atomic: true })
  let made: Awaited<ReturnType<typeof send>> = []
  const second = openBatches(
    {},
    overtaken(storage, async () => {
      made = await send(first)
    }),
  )
  const again = await send(second)
  expect(statuses(made)).toEqual([201, 201])
  expect(statuses(again)).toEqual([201, 201])
  expect(again.map((part) => idOf(part?.body))).toEqual(made.map((part) => idOf(part?.body)))
  // Without a key it is another request, whose names are taken.
  expect(statuses(await second.batch(requests, { atomic: true }))).toEqual([400, 424])
})

test('a create of a name is answered by what the same one has made', async () => {
  const storage = memoryStorage()
  const first = openBatches({}, storage)
  const send = ({ send }: typeof first) =>
    send('/tags', {
      method: 'POST',
      body: JSON.stringify({ name: 'warm' }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'K' },
    })
  const second = openBatches(
    {},
    overtaken(storage, () => send(first)),
  )
  const { status, body, headers } = await send(second)
  expect([status, body.name, headers.get('idempotent-replayed')]).toEqual([201, 'warm', 'true'])
  expect((await second.ask('POST', '/tags', { name: 'warm' })).status).toBe(400)
})
