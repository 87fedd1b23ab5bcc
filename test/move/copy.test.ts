import { createEventsApi } from 'kalends'
import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { copyCalendar, exportCalendar, importCalendar, MoveError } from 'kalends/move'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { expect, test } from 'vitest'
import type { Kind, Storage } from '../../src/storage/contract.ts'
import { KINDS } from '../../src/storage/shared/keys.ts'
import { libsqlMemory } from '../setup/databases.ts'

async function documentsIn(storage: Storage) {
  const all = KINDS.map(
    async (kind) => [kind, await storage.find(kind, { order: 'id', limit: 999 })] as const,
  )
  return Object.fromEntries(await Promise.all(all))
}

/** A calendar with hidden events, drafts, a password, several versions, a removed tag and a receipt. */
async function calendar(): Promise<Storage> {
  const storage = memoryStorage()
  const api = createEventsApi(storage, { now: () => new Date('2031-01-01T12:00:00Z') })
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const init = {
      method,
      headers: {
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': path } : {}),
      },
    }
    const url = `http://localhost${api.basePath}/${path}`
    const request = new Request(url, { ...init, body: JSON.stringify(body) })
    expect((await api.as({ id: 7, role: 'administrator' })(request)).status).toBeLessThan(300)
  }
  const times = { start_date: '2031-05-04 10:00', end_date: '2031-05-04 12:00' }
  const place = { venue: 'Hall', geo_lat: 52.5, geo_lng: 13.4 }
  await send('POST', 'events', {
    ...times,
    title: 'Fair',
    venue: place,
    categories: ['Music'],
    tags: ['New', 'Old'],
  })
  await send('PUT', 'events/1', { title: 'Fair & Dance', hide_from_listings: true, password: 'sesame' })
  await send('PUT', 'events/1', { excerpt: '<p>Grüße 🎪</p>' })
  await send('DELETE', 'tags/3', {})
  const many = Array.from({ length: 120 }, (_, n) => ({
    event: { ...times, title: `Event ${n}`, status: 'draft' as const },
  }))
  await api.createEvents({ id: 7, role: 'administrator' }, many)
  return storage
}

const TARGETS: readonly (readonly [string, () => Storage])[] = [
  ['memory', memoryStorage],
  ['SQLite', () => sqlStorage(libsqlMemory().client)],
  ['a key-value store', () => keyValueStorage(memoryKeyValue())],
]

async function textOf(storage: Storage): Promise<string> {
  let text = ''
  for await (const piece of exportCalendar(storage)) text += piece
  return text
}

test.each(TARGETS)(
  'a copy in %s has the same documents, versions and receipts, and goes on from the same IDs',
  async (_, open) => {
    const from = await calendar()
    const to = open()
    await to.migrate()
    const report = await copyCalendar(from, to)
    expect(await documentsIn(to)).toEqual(await documentsIn(from))
    expect((await to.get('event', [1]))[0]?.version).toBe(3)
    expect(report.kinds).toMatchObject({ event: { total: 121, written: 121 }, tag: { total: 1 } })
    expect(report.kinds.receipt.total).toBeGreaterThan(0)
    for (const sequence of ['post', 'term'] as const) {
      expect(await to.allocate(sequence, 1)).toEqual(await from.allocate(sequence, 1))
    }
    expect((await copyCalendar(from, to)).kinds.event).toEqual({ total: 121, written: 0 })
  },
)

test('a copy that was cut off goes on, and brings what changed meanwhile', async () => {
  const from = await calendar()
  const to = memoryStorage()
  const controller = new AbortController()
  const onProgress = ({ kind, done }: { kind: Kind; done: number }) => {
    if (kind === 'event' && done > 60) controller.abort(new Error('Ctrl+C'))
  }
  await expect(copyCalendar(from, to, { signal: controller.signal, onProgress })).rejects.toThrow('Ctrl+C')
  expect(await to.count('event', {})).toBe(100)
  const [first] = await from.get('event', [1])
  if (first === undefined) throw new Error('no event 1')
  await from.commit([
    { do: 'put', kind: 'event', id: 1, expect: 3, content: { ...first, data: `${first.data} ` } },
  ])
  expect((await copyCalendar(from, to)).kinds.event).toEqual({ total: 121, written: 22 })
  expect(await documentsIn(to)).toEqual(await documentsIn(from))
})

test('a storage with other documents is refused, and keeps them', async () => {
  const from = await calendar()
  const to = await calendar()
  const [own] = await to.get('event', [1])
  if (own === undefined) throw new Error('no event 1')
  await to.commit([{ do: 'put', kind: 'event', id: 1, expect: 3, content: { ...own, data: '{}' } }])
  await expect(copyCalendar(from, to)).rejects.toThrow('the event 1 is in the target already')
  expect((await to.get('event', [1]))[0]?.data).toBe('{}')
  const extra = memoryStorage()
  await extra.commit([
    {
      do: 'put',
      kind: 'tag',
      id: 99,
      expect: 0,
      content: { keys: { slug: 'a', unique_slug: 'a', name: 'a', parent: 0 }, text: [], data: '' },
    },
  ])
  await expect(copyCalendar(from, extra)).rejects.toThrow('the copy is not the same')
})

test.each(TARGETS)('an export that is read into %s gives the same bytes again', async (_, open) => {
  const from = await calendar()
  const text = await textOf(from)
  const to = open()
  await to.migrate()
  // In pieces that end anywhere, as files are read.
  const pieces = text.match(/[\s\S]{1,1000}/g) ?? []
  const result = await importCalendar(to, pieces)
  expect(result.written).toBe(result.total)
  expect(await documentsIn(to)).toEqual(await documentsIn(from))
  expect(await textOf(to)).toBe(text)
  expect((await importCalendar(to, [text])).written).toBe(0)
})

test.each<[string, (text: string) => string, string]>([
  ['cut off', (text) => text.slice(0, text.lastIndexOf('\n{') + 1), 'the file was cut off'],
  ['not an export', () => '{"events":[]}', 'line 1: this is not an export'],
  ['not JSON', (text) => text.replace('\n{', '\n<'), 'line 2: this is not JSON'],
  ['of another kind', (text) => text.replace('"kind":"venue"', '"kind":"place"'), 'this is not a document'],
  [
    'with a wrong key',
    (text) => text.replace('"hidden":true', '"hidden":"yes"'),
    'the event 1 has wrong keys',
  ],
])('a file that is %s is refused with a reason', async (_, damage, message) => {
  const text = await textOf(await calendar())
  const reading = importCalendar(memoryStorage(), [damage(text)])
  await expect(reading).rejects.toThrow(message)
  await expect(reading).rejects.toBeInstanceOf(MoveError)
})

test('a calendar whose IDs were raised too far creates again after a copy, and after an export', async () => {
  const broken = { ...memoryStorage(), reserve: async () => Number.MAX_SAFE_INTEGER }
  const copy = memoryStorage()
  await copyCalendar(broken, copy)
  const restored = memoryStorage()
  await importCalendar(restored, exportCalendar(broken))
  for (const storage of [copy, restored]) {
    expect(await storage.allocate('post', 2)).toEqual([2 ** 52 + 1, 2 ** 52 + 2])
  }
})

test.each(['1.5', '-1', '1e300', '9007199254740991', '"12"'])(
  'a file with the last ID %s is refused',
  async (id) => {
    const file = [`{"kalends":1,"ids":{"post":${id},"term":1}}\n{"total":0}\n`]
    await expect(importCalendar(memoryStorage(), file)).rejects.toThrow(
      new MoveError('line 1: this is not an export of a calendar'),
    )
  },
)
