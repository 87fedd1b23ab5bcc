import { type SqlRow, type SqlStatement, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, exampleReceipt, put } from 'kalends/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { byOrder, type Condition, type Document, type Storage } from '../../src/storage/contract.ts'
import { passes } from '../../src/storage/reference.ts'
import { ordersOf } from '../../src/storage/shared/orders.ts'
import { eachDatabase, type TestDatabase } from '../setup/databases.ts'

/*
 * That lists, slugs and filters are answered by indexes: each dialect's own EXPLAIN of the statements that the storage
 * sends, on a calendar that is large enough for an index to be worth it.
 */

const EVENTS = 3000

for (const { name, database } of await eachDatabase()) {
  if (typeof database === 'string') test.skip(`plans of ${name}: ${database}`)
  else describe(`plans of ${name}`, () => plans(database))
}

const text = (hours: number) =>
  new Date(Date.UTC(2027, 0, 1, hours)).toISOString().slice(0, 19).replace('T', ' ')

const size = (value: number) => String(value).padStart(6, '0')

const ALL: readonly Document<'event'>[] = Array.from({ length: EVENTS }, (_, index) => {
  const id = index + 1
  const start = (id * 7919) % (10 * 365 * 24)
  const status = id % 20 === 0 ? 'draft' : 'publish'
  const reader = status === 'publish' ? 0 : 5
  const content = exampleEvent(id, {
    status,
    reader,
    full_reader: status === 'publish' && id % 50 === 7 ? -5 : reader,
    start: text(start),
    end: text(start + (id % 10 === 0 ? 80 : 2)),
    utc_start: text(start + 1),
    date: text(start - 500),
    category: [1 + (id % 40)],
    tag: [1 + (id % 90)],
    venue: [1 + (id % 300)],
    organizer: [1 + (id % 200)],
    modified: text(start + (id % 7)),
    title: `title ${(id * 7907) % EVENTS}`,
    field: [`size=${size((id * 7901) % EVENTS)}`, `color=${id % 3 === 0 ? 'red' : 'blue'}`],
    text: [`word${id} and others`, 'description '.repeat(80)],
    data: 'data '.repeat(300),
  })
  return { id, version: 1, ...content }
})

async function fill(storage: Storage): Promise<void> {
  for (let first = 0; first < EVENTS; first += 500) {
    const changes = ALL.slice(first, first + 500).map((event) => put('event', event.id, event))
    expect(await storage.commit(changes)).toEqual({ conflict: null })
    const receipts = Array.from({ length: 200 }, (_, index) => {
      const id = first + 1 + index
      return put('receipt', id * 2 ** 33, exampleReceipt(id, { expires: text(id) }))
    })
    expect(await storage.commit(receipts)).toEqual({ conflict: null })
  }
}

const window: Condition<'event'>[] = [
  { key: 'status', in: ['publish'] },
  { key: 'hidden', in: [false] },
  { key: 'start', gte: text(3 * 365 * 24) },
  { key: 'end', lte: text(5 * 365 * 24) },
]
const listed: Condition<'event'>[] = [...window, { key: 'reader', in: [0] }]
const inside: Condition<'event'>[] = [...window, { key: 'full_reader', in: [0] }]
const page = { order: 'start', limit: 10 } as const

const rare = { key: 'field', gte: `size=${size(70)}`, lt: `size=${size(90)}` } as const
const frequent = { key: 'field', gte: 'size=', lt: 'size>' } as const
const red = { key: 'field', in: ['color=red'] } as const
const colored = { key: 'field', in: ['color=red', 'color=blue'] } as const

/** Filters by custom fields, and whether a page is made of the links of the first condition. */
const FIELDS: readonly (readonly [string, readonly Condition<'event'>[], boolean])[] = [
  ['a range that few events have', [rare], true],
  ['a range that most events have', [frequent], false],
  ['a value that many events have', [red], true],
  ['two values that many events have', [colored], false],
  ['two values that few events have', [{ key: 'field', in: [`size=${size(3)}`, `size=${size(4)}`] }], true],
  ['a rare range and a frequent one', [rare, frequent], true],
  ['a rare range and a value', [rare, red], true],
  ['a value and a frequent range', [red, frequent], true],
  ['all but a value', [{ key: 'field', notIn: ['color=red'] }], false],
]

/** What is asked, and by which table's rows it is found. */
const READS: readonly (readonly [string, (storage: Storage) => Promise<unknown>])[] = [
  ['the default list', (storage) => storage.find('event', { ...page, where: listed })],
  ['a later page of it', (storage) => storage.find('event', { ...page, where: listed, offset: 300 })],
  [
    'a page of it after a place',
    (storage) =>
      storage.find('event', {
        ...page,
        where: listed,
        after: [text(4 * 365 * 24), text(4 * 365 * 24 - 500), 7],
      }),
  ],
  ['its total', (storage) => storage.count('event', { where: listed })],
  [
    'the list of an editor',
    (storage) =>
      storage.find('event', {
        ...page,
        where: [{ key: 'status', in: ['publish', 'draft'] }, ...window.slice(1)],
      }),
  ],
  [
    'an event by its slug',
    (storage) =>
      storage.find('event', { where: [{ key: 'unique_slug', in: ['event-77'] }], order: 'id', limit: 1 }),
  ],
  [
    'events that share a slug',
    (storage) =>
      storage.find('event', { where: [{ key: 'slug', in: ['event-77', 'x'] }], order: 'id', limit: 4 }),
  ],
  ['an event by its ID', (storage) => storage.get('event', [77])],
  ...(['category', 'tag', 'venue', 'organizer'] as const).flatMap((key) => {
    const where: Condition<'event'>[] = [...inside, { key, in: [3] }]
    return [
      [`a ${key}`, (storage: Storage) => storage.find('event', { ...page, where })] as const,
      [`the total of a ${key}`, (storage: Storage) => storage.count('event', { where })] as const,
    ]
  }),
  [
    'a category and a venue',
    (storage) =>
      storage.find('event', {
        ...page,
        where: [...inside, { key: 'category', in: [3] }, { key: 'venue', in: [3] }],
      }),
  ],
  ...FIELDS.flatMap(([name, fields]) => {
    const where = [...inside, ...fields]
    return [
      [name, (storage: Storage) => storage.find('event', { ...page, where })] as const,
      [`the total of ${name}`, (storage: Storage) => storage.count('event', { where })] as const,
      [
        `${name}, by title`,
        (storage: Storage) => storage.find('event', { ...page, order: 'title', where }),
      ] as const,
    ]
  }),
  [
    'children of an event',
    (storage) => storage.find('event', { ...page, where: [{ key: 'parent', in: [7] }] }),
  ],
  [
    'what is due for publication',
    (storage) =>
      storage.find('event', {
        where: [
          { key: 'status', in: ['future', 'series-future'] },
          { key: 'date', lte: text(0) },
        ],
        order: 'id',
        limit: 50,
      }),
  ],
  [
    'series that are due',
    (storage) =>
      storage.find('event', {
        where: [
          { key: 'status', in: ['series-publish', 'series-draft'] },
          { key: 'utc_start', lte: text(10 * 365 * 24) },
          { key: 'id', gt: 0 },
        ],
        order: 'id',
        limit: 50,
      }),
  ],
  [
    'what changed last',
    (storage) =>
      storage.find('event', {
        where: [...listed.slice(0, 2), { key: 'modified', gt: text(9.9 * 365 * 24) }],
        order: 'modified',
        reverse: true,
        limit: 10,
      }),
  ],
  [
    'the total of what changed last',
    (storage) =>
      storage.count('event', {
        where: [...listed.slice(0, 2), { key: 'modified', gt: text(9.9 * 365 * 24) }],
      }),
  ],
  [
    'a category by title',
    (storage) =>
      storage.find('event', { where: [...inside, { key: 'category', in: [3] }], order: 'title', limit: 10 }),
  ],
  [
    'events of a day by title',
    (storage) =>
      storage.find('event', {
        where: [
          ...listed.slice(0, 2),
          { key: 'start', gte: text(0), lt: text(30 * 24) },
          { key: 'reader', in: [0] },
        ],
        order: 'title',
        limit: 10,
      }),
  ],
  ['a receipt', (storage) => storage.get('receipt', [77 * 2 ** 33])],
  [
    'receipts that have expired',
    (storage) =>
      storage.find('receipt', { where: [{ key: 'expires', lt: text(20) }], order: 'id', limit: 10 }),
  ],
  [
    'counts per category',
    (storage) => storage.tally('category', { where: [{ key: 'status', in: ['publish'] }] }, [1, 2, 3]),
  ],
  [
    'counts per category of what everyone may read in full',
    async (storage) => {
      const where = [
        { key: 'status', in: ['publish'] },
        { key: 'full_reader', in: [0] },
      ] as const
      const expected = new Map<number, number>()
      for (const { keys } of ALL.filter((event) => passes(event, { where }))) {
        for (const value of keys.category) expected.set(value, (expected.get(value) ?? 0) + 1)
      }
      expect(await storage.tally('category', { where })).toEqual(expected)
      const some = await storage.tally('category', { where }, [7, 17, 8])
      expect(some).toEqual(new Map([...expected].filter(([id]) => id === 7 || id === 17 || id === 8)))
    },
  ],
]

function plans({ client, schema }: TestDatabase): void {
  const seen: SqlStatement[] = []
  const watched: typeof client = {
    ...client,
    query(statement) {
      seen.push(statement)
      return client.query(statement)
    },
  }
  const storage = sqlStorage(watched, { tablePrefix: 'plan_', ...(schema === undefined ? {} : { schema }) })
  // Not all databases at once: while one in this process is filled, a server could hear nothing, and hang up.
  beforeAll(async () => {
    await storage.migrate()
    await fill(storage)
    // As its own housekeeping does a minute later: before, it knows nothing of the rows.
    if (client.dialect === 'sqlite') return
    const analyze = client.dialect === 'postgres' ? 'vacuum analyze' : 'analyze table'
    for (const name of ['plan_events', 'plan_events_sort', 'plan_receipt']) {
      const table = schema === undefined ? name : `${schema}.${name}`
      await client.query({ sql: `${analyze} ${table}`, values: [] })
    }
  })

  test.each(READS)('%s', async (_name, read) => {
    seen.length = 0
    await read(storage)
    for (const statement of seen) {
      const scans = await scansOf(statement)
      expect(scans, `${statement.sql}\n${scans.join('\n')}`).toEqual([])
    }
  })

  test.each(ordersOf('event').filter((order) => order !== 'start' && order !== 'id'))(
    'a page by %s is read off an index, either way',
    async (order) => {
      for (const reverse of [false, true]) {
        seen.length = 0
        const wide = [
          ...listed.slice(0, 2),
          { key: 'start', gte: text(24) },
          { key: 'reader', in: [0] },
        ] as const
        await storage.find('event', { where: wide, order, reverse, limit: 10 })
        const after = [order === 'title' ? 'title 1500' : text(5 * 365 * 24), 7]
        await storage.find('event', { where: wide, order, reverse, limit: 10, after })
        const pages = seen.filter(({ sql }) => sql.includes('_sort'))
        expect(pages).toHaveLength(2)
        for (const { sql, values } of pages) {
          const inner = sql.slice(sql.indexOf('(select') + 1, sql.lastIndexOf(') page'))
          const plan = await client.query({ sql: `explain ${planOnly(client.dialect)}${inner}`, values })
          expect(JSON.stringify(plan), inner).not.toMatch(/TEMP B-TREE|"Sort|Sort Key|filesort/)
        }
      }
    },
  )

  test.each(FIELDS)('events with %s are found, the shorter way', async (_name, fields, isOfLinks) => {
    for (const where of [[...inside, ...fields], fields.toReversed()]) {
      const expected = ALL.filter((event) => passes(event, { where }))
      for (const order of ['start', 'published', 'title', 'id'] as const) {
        const ids = expected.toSorted(byOrder('event', order)).map(({ id }) => id)
        seen.length = 0
        const found = await storage.find('event', { where, order, limit: 10, offset: 5 })
        expect(found.map(({ id }) => id)).toEqual(ids.slice(5, 15))
        const sql = seen.at(-1)?.sql ?? ''
        if (order === 'start') expect(/from \S*plan_events_field\W l/.test(sql), sql).toBe(isOfLinks)
      }
      expect(await storage.count('event', { where })).toBe(expected.length)
    }
  })

  // With statistics, SQLite takes each status for one that many rows have. Requests look for these every 15 seconds.
  const onSqlite = client.dialect === 'sqlite' ? test : () => undefined
  onSqlite('what is due is found by an index after ANALYZE, too', async () => {
    await client.batch([{ sql: 'analyze', values: [] }])
    seen.length = 0
    for (const [name, read] of READS) if (name.includes('due')) await read(storage)
    expect(seen).toHaveLength(2)
    for (const statement of seen) expect(await scansOf(statement), statement.sql).toEqual([])
  })

  test('without an index it would be seen here', async () => {
    const table = `${schema === undefined ? '' : `${schema}.`}plan_events`
    expect(await scansOf({ sql: `select id from ${table} where data = 'x'`, values: [] })).not.toEqual([])
  })

  /** Tables of documents or links that the plan reads from end to end. */
  async function scansOf({ sql, values }: SqlStatement): Promise<string[]> {
    switch (client.dialect) {
      case 'sqlite': {
        const rows = await client.query({ sql: `explain query plan ${sql}`, values })
        return rows
          .map(({ detail }) => String(detail))
          .filter((line) => /^SCAN (e|l|x|plan_(?!events_day)\w+)\b|PRIMARY KEY \(rowid>/.test(line))
      }
      case 'postgres': {
        // A table as small as this one may well be read whole, depending on what else the server has open: asked to
        // avoid it, it says whether it can.
        const avoid = { sql: 'set local enable_seqscan = off', values: [] }
        const [, rows = []] = await client.batch([avoid, { sql: `explain ${sql}`, values }])
        return rows
          .map((row) => String(row['QUERY PLAN']))
          .filter((line) => /Seq Scan on plan_(events(_(?!day|span|tally)|\b)|receipt)/.test(line))
      }
      case 'mysql': {
        const rows = await client.query({ sql: `explain ${sql}`, values })
        return rows.filter(isWholeTable).map((row) => JSON.stringify(row))
      }
    }
  }
}

const planOnly = (dialect: TestDatabase['client']['dialect']): string =>
  dialect === 'sqlite' ? 'query plan ' : ''

/**
 * `ALL` reads the table, `index` an index from end to end. Of days, which are few, that is all right, and of
 * what was derived in the statement.
 */
const isWholeTable = ({ table, type }: SqlRow): boolean =>
  (type === 'ALL' || type === 'index') && /^(e|l|x|plan_(?!events_day)\w+)$/.test(String(table))
