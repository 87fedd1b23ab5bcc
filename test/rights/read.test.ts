import { describe, expect, test } from 'vitest'
import type { Asker } from '../routes/calendar.ts'
import { guess, mentions, waysAround, waysTo } from './reach.ts'
import { knock, openWorld, PASSWORD, type Question, type Seen, TOKENS, type World } from './stock.ts'
import { CELLS, isWriter, named, type Owner, refusalOf, type State } from './table.ts'

/*
 * Who may not read a record is answered, byte for byte, as by a calendar that never had it: status, every header
 * field with its ETags and totals, body.
 */

const worlds = new Map<string, Promise<World>>()
function worldOf(state: State, owner: Owner, isThere = true): Promise<World> {
  // Where nothing is hidden, neither the state nor the owner makes a difference.
  const key = isThere || state === 'password' ? `${owner} ${state} ${isThere}` : 'without'
  const world = worlds.get(key) ?? openWorld(state, owner, isThere)
  worlds.set(key, world)
  return world
}

const labelOf = (question: Question): string =>
  [question.method ?? 'GET', question.path, JSON.stringify(question.headers ?? question.body ?? '')].join(' ')

/** The answers of the calendars without it, each asked once. */
const answers = new Map<World, Map<string, Promise<Seen>>>()
function withoutIt(twin: World, as: Asker, question: Question): Promise<Seen> {
  const known = answers.get(twin) ?? new Map<string, Promise<Seen>>()
  answers.set(twin, known)
  const key = `${as} ${labelOf(question)}`
  const answer = known.get(key) ?? knock(twin, as, question)
  known.set(key, answer)
  return answer
}

/** As one text, and of a difference only where it begins: the whole of both would be pages. */
function expectSame(seen: Seen, other: Seen, label: string): void {
  const { etag, ...headers } = seen.headers
  const { etag: otherTag, ...otherHeaders } = other.headers
  const [here, there] = [
    `${seen.status} ${JSON.stringify(headers)} ${seen.text} ${etag}`,
    `${other.status} ${JSON.stringify(otherHeaders)} ${other.text} ${otherTag}`,
  ]
  if (here === there) return
  const at = [...here].findIndex((letter, index) => letter !== there[index])
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  expect(around(here), label).toBe(around(there))
  expect(here.length, label).toBe(there.length)
}

/** What a refusal shows: nothing but its code. */
function expectNothing(seen: Seen, code: string, world: World, name: string): void {
  expect(seen.status, name).toBe(403)
  const everything = `${JSON.stringify(seen.headers)} ${seen.text}`.toLowerCase()
  if (seen.text !== '') expect(JSON.parse(seen.text).code, name).toBe(code)
  for (const token of [
    ...TOKENS,
    String(world.ids.event),
    String(world.ids.venue),
    String(world.ids.organizer),
  ])
    expect(everything.includes(token), `${name} shows ${token}: ${everything}`).toBe(false)
}

describe('a record that may not be read is as if it did not exist', () => {
  const hidden = CELLS.filter(({ reads }) => reads !== 'all')

  test.each(named(hidden))('%s', async (_name, { person, state, reads }) => {
    const { as } = person
    const [world, twin] = await Promise.all([
      worldOf(state, person.owner),
      worldOf(state, person.owner, false),
    ])
    const kinds = reads === 'blank' ? (['event'] as const) : (['event', 'venue', 'organizer'] as const)

    for (const kind of kinds) {
      const code = refusalOf(kind, state)
      for (const way of [...waysTo(world, kind), ...(reads === 'none' ? [guess(world, kind)] : [])]) {
        const seen = await knock(world, as, way)
        expectNothing(seen, code, world, labelOf(way))
        const { 'content-length': _length, ...headers } = seen.headers
        const { 'content-length': _other, ...unknown } = (await withoutIt(twin, as, way)).headers
        if (reads === 'none') expect(headers, labelOf(way)).toEqual(unknown)
        expect(headers, labelOf(way)).toMatchObject({ 'cache-control': 'no-store' })
      }
    }

    const around: (Question & { known?: string })[] = [...waysAround(world, state, as)]
    if (reads === 'none') around.push(...mentions(world))
    const compare = async (question: Question & { known?: string }) => {
      const seen = await knock(world, as, question)
      if (state === 'trash' && question.known !== undefined) {
        const other = await withoutIt(twin, as, { path: question.known })
        expect(seen.status, labelOf(question)).toBe(other.status)
        expect(masked(seen.text, world), labelOf(question)).toBe(masked(other.text, world))
      } else {
        expectSame(seen, await withoutIt(twin, as, question), labelOf(question))
      }
    }
    for (const way of around) await compare(way)
    // Once more without a body, then after a change: without those that differ from others by the status alone.
    const plain = around.filter(({ path }) => !path.startsWith('/doc') && !path.includes('status='))
    for (const way of plain) {
      if (way.method === undefined && way.known === undefined) await compare({ ...way, method: 'HEAD' })
    }

    // Nor does it show that something happens to it.
    for (const kind of kinds) {
      const path = `/${kind}s/${world.ids[kind]}`
      const fields = { description: `Zqnews for ${person.name}`, website: 'https://zqnew.example/' }
      const changed = await knock(world, 'editor', { method: 'PATCH', path, body: fields })
      expect(changed.status, changed.text).toBe(200)
    }
    for (const way of plain) await compare(way)
  })

  /** With the ID that was asked for, which links carry, made the same. */
  const masked = (text: string, { ids }: World) => {
    const asked = [ids.venue, ids.organizer, ids.gone.venue, ids.gone.organizer].join('|')
    return text.replace(new RegExp(`(venue|organizer)=((?:\\d+%2C)?)(?:${asked})`, 'g'), '$1=$2ID')
  }
})

describe('a record that may be read', () => {
  /** Conditions are judged: no ETag is `"1.0"`. */
  const statusOf = ({ headers = {} }: Question): number => {
    if (headers['if-match'] !== undefined) return 412
    return headers['if-none-match'] === undefined ? 200 : 304
  }

  const shown = CELLS.filter(({ reads }) => reads === 'all')

  test.each(named(shown))('%s', async (_name, { person, state }) => {
    const { as } = person
    const world = await worldOf(state, person.owner)
    const status = state === 'password' ? 'publish' : state
    for (const kind of ['event', 'venue', 'organizer'] as const) {
      for (const way of waysTo(world, kind)) {
        const seen = await knock(world, as, way)
        expect(seen.status, labelOf(way)).toBe(statusOf(way))
        if (seen.text !== '' && seen.status === 200)
          expect(JSON.parse(seen.text), labelOf(way)).toMatchObject({ id: world.ids[kind], status })
      }
      const wrong = await knock(world, as, guess(world, kind))
      expect(wrong.status, wrong.text).toBe(400)
      if (status !== 'publish' && !isWriter(as)) continue
      const list = await knock(world, as, { path: `/${kind}s?status=${status}&search=zq&per_page=50` })
      expect(list.text, `${kind} in its list`).toContain(`"id":${world.ids[kind]},`)
    }
  })

  test.each(named(CELLS.filter(({ reads }) => reads === 'blank')))(
    '%s, for who knows it',
    async (_name, { person }) => {
      const world = await worldOf('password', person.owner)
      for (const name of [world.ids.event, `by-slug/${world.slugs.event}`]) {
        const opened = await knock(world, person.as, { path: `/events/${name}?password=${PASSWORD}` })
        expect(opened.status, opened.text).toBe(200)
        expect(opened.headers['cache-control']).toBe('private, no-store')
        const wrong = await knock(world, person.as, { path: `/events/${name}?password=${PASSWORD}x` })
        expectNothing(wrong, 'event-password-protected', world, 'a wrong password')
      }
    },
  )
})

test('every way leads there: who may read everything finds it by each', async () => {
  const [world, twin] = await Promise.all([
    openWorld('publish', 'author2'),
    worldOf('publish', 'author2', false),
  ])
  for (const way of waysAround(world, 'publish', 'editor')) {
    const seen = await knock(world, 'editor', way)
    if (way.finds === 'nothing') expectSame(seen, await withoutIt(twin, 'editor', way), labelOf(way))
    else if (way.finds === 'a difference')
      expect(seen.text, labelOf(way)).not.toBe((await withoutIt(twin, 'editor', way)).text)
    else expect(seen.text, labelOf(way)).toContain(`"id":${world.ids[way.finds]},`)
  }
})
