import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type Asker,
  eventOf,
  idOf,
  inStatus,
  openCalendar,
  textAt,
  USERS,
} from '../routes/calendar.ts'
import { mentions } from './reach.ts'
import { dump, knock, openWorld, PASSWORD } from './stock.ts'
import {
  CELLS,
  EVENT_FIELDS,
  FIELDS,
  isWriter,
  named,
  ROLES,
  type State,
  TERMS,
  type Verdict,
} from './table.ts'

/*
 * One verdict per person and record, by ID and by slug, with every method; what is refused changes no document.
 */

const LEAST = { event: eventOf(), venue: { venue: 'Hall' }, organizer: { organizer: 'Choir' } }
const KINDS = ['event', 'venue', 'organizer'] as const

function open() {
  const storage = memoryStorage()
  return { ...openCalendar({}, storage), storage }
}

const inState = (state: State) =>
  state === 'password' ? { password: PASSWORD, status: 'publish' } : inStatus(state)

const verdictOf = ({ status, body }: Answer): Verdict => (status < 300 ? String(body.status) : status)

const idOfUser = (as: Asker): number => (as === 'visitor' ? 1 : USERS[as].id)

describe('who may change and delete', () => {
  test.each(named(CELLS))('%s', async (_name, { person, state, writes, reads }) => {
    const { as, owner } = person
    const { ask, storage } = open()
    for (const kind of KINDS) {
      if (kind !== 'event' && state === 'password') continue
      const make = async () => {
        // Of a name of its own each, so that none is reused.
        const name = `Record ${count++}`
        const fields = { ...LEAST[kind], [kind === 'event' ? 'title' : kind]: name, slug: `record-${count}` }
        const made = await ask('POST', `/${kind}s`, { ...fields, author: USERS[owner].id, ...inState(state) })
        expect(made.status, made.text).toBe(201)
        return [`/${kind}s/${idOf(made.body)}`, `/${kind}s/by-slug/${textAt(made.body, 'slug')}`] as const
      }
      const [byId, bySlug] = await make()
      const [, other] = await make()
      const [erased] = await make()
      const guessed = reads === 'none' && writes !== 'yes' ? [['PATCH', bySlug, { id: 99 }] as const] : []
      const status = state === 'password' ? 'publish' : state
      for (const [method, path, body] of [
        ...(['POST', 'PUT', 'PATCH'] as const).flatMap((verb) => [
          [verb, byId, { description: verb }] as const,
          [verb, bySlug, { description: verb, slug: bySlug.split('/').at(-1) }] as const,
        ]),
        ...guessed,
        ['DELETE', byId, undefined] as const,
        ['DELETE', other, undefined] as const,
      ]) {
        const label = `${method} ${path} as ${person.name}`
        const before = await dump(storage)
        const answer = await ask(method, path, body, as)
        if (writes !== 'yes') {
          expect({ status: answer.status, code: answer.body.code }, label).toEqual({
            status: writes,
            code: 'rest_forbidden',
          })
          expect(Object.keys(answer.body), label).toEqual(['code', 'message', 'data'])
          expect(await dump(storage), label).toBe(before)
        } else if (method !== 'DELETE') {
          expect(answer.body, label).toMatchObject({ status, description: method })
        } else if (state === 'trash') {
          expect([answer.status, answer.body.code], label).toEqual([410, `${kind}-is-in-trash`])
          expect(await dump(storage), label).toBe(before)
        } else {
          expect(answer.body.status, label).toBe('trash')
        }
      }
      const before = await dump(storage)
      const { body, ...answer } = await ask('DELETE', `${erased}?force=true`, undefined, as)
      if (person.erases === 'yes') {
        expect([answer.status, body.status], person.name).toEqual([200, status])
        expect((await ask('GET', erased)).status).toBe(404)
      } else {
        expect([answer.status, body.code], person.name).toEqual([person.erases, 'rest_forbidden'])
        if (isWriter(as)) expect(body.message).toContain('force')
        expect(await dump(storage), person.name).toBe(before)
      }
    }
  })

  let count = 0
})

/** What is sent for each row of the tables; `count` makes new names new. */
function sent(row: string, as: Asker, count: number): object {
  const rows: Record<string, object> = {
    none: {},
    'author self': { author: idOfUser(as) },
    'author other': { author: USERS.author2.id },
    'author unknown': { author: 99 },
    sticky: { sticky: true },
    featured: { featured: '1' },
    'not sticky': { sticky: false },
    'not featured': { featured: 0 },
    password: { password: PASSWORD },
    'known terms': { categories: ['Food', 1], tags: 'warm' },
    'new category': { categories: [1, `Category ${count}`] },
    'new tag': { tags: `warm, Tag ${count}` },
    'new venue': { venue: { venue: `Barn ${count}` } },
    'new organizer': { organizer: [{ organizer: `Ann ${count}` }] },
    'new private venue': { venue: { venue: `Cellar ${count}`, status: 'private' } },
    'new organizer of another': { organizer: { organizer: `Bob ${count}`, author: USERS.author2.id } },
  }
  const [, status] = /^status (\w+)$/.exec(row) ?? []
  if (status === 'future') return { status, date: '2027-12-01' }
  const fields = status === undefined ? rows[row] : { status }
  if (fields === undefined) throw new TypeError(`nothing to send for '${row}'`)
  return fields
}

describe('fields that need a right', () => {
  const cases = ROLES.flatMap(([as, role]) =>
    KINDS.map((kind) => ({ name: `${as}: ${kind}s`, as, role, kind })),
  )

  test.each(named(cases))('%s', async (_name, { as, role, kind }) => {
    const { ask, make, storage } = open()
    await make('categories', { name: 'Food' })
    await make('tags', { name: 'warm' })
    const table = kind === 'event' ? { ...FIELDS, ...EVENT_FIELDS } : FIELDS
    let count = 0
    for (const [row, verdicts] of Object.entries(table)) {
      const verdict = verdicts[role]
      const label = `${as}: ${row}`
      const attempt = async (method: string, path: string, fields: object, expected: Verdict) => {
        const before = await dump(storage)
        const answer = await ask(method, path, fields, as)
        expect(verdictOf(answer), `${label}, ${method} ${path} ${answer.text}`).toBe(expected)
        if (typeof expected === 'string') return
        expect(answer.body.code, label).toBe(expected === 400 ? 'rest_invalid_param' : 'rest_forbidden')
        expect(await dump(storage), label).toBe(before)
      }
      const naming = kind === 'event' ? {} : { [kind]: `Record ${count++}` }
      await attempt('POST', `/${kind}s`, { ...LEAST[kind], ...naming, ...sent(row, as, count++) }, verdict)
      // On an update the status stays unless it is what is asked for.
      const updated = typeof verdict === 'number' || row.startsWith('status') ? verdict : 'draft'
      for (const isBySlug of [false, true]) {
        const slug = `draft-${count++}`
        const own = { author: idOfUser(as), status: 'draft', slug }
        const id = await make(`${kind}s`, {
          ...LEAST[kind],
          ...(kind === 'event' ? {} : { [kind]: slug }),
          ...own,
        })
        const path = isBySlug ? `/${kind}s/by-slug/${slug}` : `/${kind}s/${id}`
        await attempt(isBySlug ? 'PUT' : 'PATCH', path, sent(row, as, count++), updated)
      }
    }
  })

  test.each(ROLES)('terms: %s', async (as, role) => {
    const { ask, make, storage } = open()
    for (const collection of ['categories', 'tags'] as const) {
      const id = await make(collection, { name: 'Food' })
      const verdict = TERMS[collection][role]
      for (const [method, path, body] of [
        ['POST', `/${collection}`, { name: 'Drink' }],
        ...(['POST', 'PUT', 'PATCH'] as const).map(
          (verb) => [verb, `/${collection}/${id}`, { name: verb }] as const,
        ),
        ['DELETE', `/${collection}/${id}`, undefined],
      ] as const) {
        const before = await dump(storage)
        const answer = await ask(method, path, body, as)
        const label = `${as}: ${method} ${path}`
        if (verdict === 'yes') expect(answer.status, label).toBe(path.endsWith(collection) ? 201 : 200)
        else {
          expect([answer.status, answer.body.code], label).toEqual([verdict, 'rest_forbidden'])
          expect(await dump(storage), label).toBe(before)
        }
      }
    }
  })
})

describe('records that the writer may not read', () => {
  const hidden = (['future', 'draft', 'pending', 'private', 'trash'] as const).flatMap((state) =>
    (['contributor', 'author'] as const).map((as) => ({ name: `${as}: ${state}`, state, as })),
  )

  test.each(named(hidden))(
    'cannot be linked, no more than what does not exist: %s',
    async (_name, { state, as }) => {
      const world = await openWorld(state, 'author2')
      const id = await world.make('events', eventOf({ status: 'draft' }), as)
      const unknown = { ...world, ids: { ...world.ids, event: 9991, venue: 9992, organizer: 9993 } }
      const before = await dump(world.storage)
      const known = mentions(world)
      for (const [index, nothing] of mentions(unknown).entries()) {
        for (const [method, path] of [
          ['POST', '/events'],
          ['PATCH', `/events/${id}`],
        ] as const) {
          const [seen, other] = [
            await knock(world, as, { method, path, body: known[index]?.body }),
            await knock(world, as, { method, path, body: nothing.body }),
          ]
          expect(seen.status, `${method} ${JSON.stringify(known[index]?.body)}`).toBe(400)
          // A refusal repeats the ID that was sent.
          const withoutId = ({ headers: { 'content-length': _length, ...headers }, ...rest }: typeof seen) =>
            JSON.stringify({ ...rest, headers }).replace(/the ID \d+( or \d+)*/g, 'the ID')
          expect(withoutId(seen)).toBe(withoutId(other))
        }
      }
      expect(await dump(world.storage)).toBe(before)
    },
  )

  test.each(named(hidden))('is not what the same name finds: %s', async (_name, { state, as }) => {
    const [world, twin] = [await openWorld(state, 'author2'), await openWorld(state, 'author2', false)]
    for (const [path, body] of [
      ['/venues', { venue: 'Zqvenue', slug: 'mine' }],
      ['/organizers', { organizer: 'ZQORGANIZER', slug: 'mine' }],
      ['/events', eventOf({ venue: { venue: 'zqvenue' }, organizer: { organizer: 'Zqorganizer' } })],
    ] as const) {
      const seen = await knock(world, as, { method: 'POST', path, body })
      expect(seen.status, seen.text).toBe(201)
      expect(seen, path).toEqual(await knock(twin, as, { method: 'POST', path, body }))
    }
  })
})

test('of events that share a slug, one that may not be read does not hide one that may', async () => {
  for (const as of ['subscriber', 'contributor', 'author'] as const) {
    for (const status of ['draft', 'private']) {
      const { ask, make } = open()
      const label = `${as}, beside a ${status}`
      const other = await make('events', eventOf({ status, slug: 'shared', author: USERS.author2.id }))
      const own = await make('events', eventOf({ status: 'draft', slug: 'shared', author: idOfUser(as) }))
      const path = '/events/by-slug/shared'
      expect((await ask('GET', path, undefined, as)).body.id, label).toBe(own)
      if (as !== 'subscriber') {
        expect((await ask('PATCH', path, { title: 'Mine' }, as)).body, label).toMatchObject({ id: own })
        expect((await ask('DELETE', path, undefined, as)).body, label).toMatchObject({ id: own })
      }
      for (const reader of ['author2', 'editor'] as const)
        expect((await ask('GET', path, undefined, reader)).body.id, label).toBe(other)
      expect((await ask('GET', path, undefined, 'visitor')).body.code, label).toBe('event-not-accessible')
    }
  }
})
