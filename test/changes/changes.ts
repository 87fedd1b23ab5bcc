import type { DeliveredChange, EventsApiOptions } from 'kalends'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHeads } from '../../src/core/operations/journal/outbox.ts'
import { StorageUnavailable } from '../../src/storage/contract.ts'
import { Player } from '../differential/play.ts'
import { type Calendar, openCalendar } from '../routes/calendar.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'
import { followWrites } from './mirror.ts'
import { mortalStorage } from './mortal-storage.ts'

/*
 * The outbox, with several processes on one calendar. Each has a storage and an API of its own.
 */

const EVENT = { start_date: '2027-04-01 19:00', end_date: '2027-04-01 21:00' }

/** Processes that write, and requests of each at the same time. */
const PROCESSES = 3
const CLIENTS = 4
/** Writes of each client. */
const WRITES = 10

/** Random writes that mirrors follow; `FUZZ=full` for all of them. */
const MIRRORED = process.env.FUZZ === 'full' ? 10_000 : 100

export const changesIn = (calendar: SharedCalendar): void => changesOn(() => open(calendar))

export function changesOn(openStorage: () => Opened, closeStore: () => unknown = () => {}): void {
  const opened: Opened[] = []
  beforeAll(async () => {
    for (let one = 0; one < PROCESSES; one++) opened.push(openStorage())
    await opened[0]?.storage.migrate()
  })
  afterAll(async () => {
    for (const { close } of opened) await close()
    await closeStore()
  })

  const processOf = (index: number, options: EventsApiOptions = {}): Calendar =>
    openCalendar({ changes: true, ...options }, opened[index % PROCESSES]?.storage)

  /** A function for `deliver` with what it got. `name`: of its progress. */
  function receiver(name: string, act: (change: DeliveredChange) => unknown = () => {}) {
    const got: DeliveredChange[] = []
    const deliver = async (change: DeliveredChange) => {
      await act(change)
      got.push(change)
    }
    return { got, deliver: Object.assign(deliver, { progress: name }) }
  }

  /** Delivers until nothing is done any more. */
  async function drain({ api }: Calendar): Promise<number> {
    for (let sum = 0; ; ) {
      const { delivered } = await api.deliver()
      if (delivered === 0) return sum
      sum += delivered
    }
  }

  /** Titles by ID, as the changes tell them. */
  function titlesIn(changes: readonly DeliveredChange[]): Map<number, string[]> {
    const titles = new Map<number, string[]>()
    for (const { id, after } of changes) {
      if (after !== null && 'title' in after) titles.set(id, [...(titles.get(id) ?? []), after.title])
    }
    return titles
  }

  /**
   * Each client changes an event of its own, and one that all clients of all processes change. Answers what took effect:
   * a storage may refuse a write with 503 when others keep coming first.
   */
  async function writeAtOnce(shared: number) {
    const written = new Map<number, string[]>()
    let ofShared = 1
    await Promise.all(
      Array.from({ length: PROCESSES * CLIENTS }, async (_, client) => {
        const { ask } = processOf(client)
        const created = await ask('POST', '/events', { ...EVENT, title: `${client}` })
        expect([201, 503]).toContain(created.status)
        if (created.status === 503) return
        const id = Number(created.body.id)
        const titles = [`${client}`]
        written.set(id, titles)
        for (let write = 1; write <= WRITES; write++) {
          const title = `${client} ${write}`
          const { status } = await ask('PATCH', `/events/${id}`, { title })
          expect([200, 503]).toContain(status)
          if (status === 200) titles.push(title)
          if (
            write % 5 === 0 &&
            (await ask('PATCH', `/events/${shared}`, { excerpt: title })).status === 200
          ) {
            ofShared++
          }
        }
      }),
    )
    return { written, ofShared }
  }

  test('every change of concurrent writers is delivered once, in order for each record, by concurrent deliverers', async () => {
    const shared = await processOf(0).make('events', { ...EVENT, title: 'shared' })
    const { got, deliver } = receiver('all')
    let isWriting = true
    let refused = 0
    // Delivery goes on while others write, so it meets every state in between.
    const delivering = [0, 1].map(async (index) => {
      const calendar = processOf(index, { deliver })
      while (isWriting) {
        try {
          await calendar.api.deliver({ limit: 7 })
        } catch (error) {
          // As a write, it may be refused when others keep coming first. Then its lease expires.
          if (!(error instanceof StorageUnavailable)) throw error
          refused++
        }
        await new Promise(setImmediate)
      }
    })
    const { written, ofShared } = await writeAtOnce(shared)
    isWriting = false
    await Promise.all(delivering)
    const last = processOf(2, { deliver })
    last.setTime('2027-03-01T12:01:01Z')
    await drain(last)
    // Of a call that was refused, the next one does not know what it has handed out.
    const came = new Map(got.toReversed().map((change) => [change.entry, change]))
    if (refused === 0) expect(came.size).toBe(got.length)
    const once = [...came.values()].reverse()
    const titles = titlesIn(once)
    const versions = titles.get(shared)
    titles.delete(shared)
    expect(titles).toEqual(written)
    expect(versions).toHaveLength(ofShared)
    const own = once.filter(({ id }) => id === shared)
    expect(own.slice(1).map(({ before }) => before)).toEqual(own.slice(0, -1).map(({ after }) => after))
    expect(await processOf(0, { deliver }).api.deliver()).toEqual({ delivered: 0, waiting: 0 })
  })

  test('a function that fails gets the change again after a pause, and later ones of the record after it', async () => {
    let isBroken = true
    const { got, deliver } = receiver('failing', () => {
      if (isBroken) throw new Error('broken')
    })
    const calendar = processOf(0, { deliver })
    const { waiting } = await calendar.api.deliver()
    const id = await calendar.make('tags', { name: `new ${waiting}` })
    await calendar.ask('PATCH', `/tags/${id}`, { description: 'x' })
    isBroken = false
    // Still in the pause of the entries that failed, but the tag can have a lane of its own.
    await calendar.api.deliver({ limit: 1000 })
    calendar.setTime('2027-03-01T12:00:06Z')
    await drain(calendar)
    expect(got).toHaveLength(waiting + 2)
    expect(calendar.errors.length).toBeGreaterThan(0)
    const own = got.filter((change) => change.kind === 'tag' && change.id === id)
    expect(own.map(({ type }) => type)).toEqual(['created', 'changed'])
  })

  describe('leases', () => {
    test('while one process delivers, others do not, until its lease has expired', async () => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let hold = () => {}
      const isHeld = new Promise<void>((resolve) => {
        hold = resolve
      })
      const slow = receiver('leased', () => {
        hold()
        return held
      })
      const first = processOf(0, { deliver: slow.deliver })
      await first.make('tags', { name: 'leased' })
      const delivering = first.api.deliver()
      await isHeld
      const other = receiver('leased')
      const second = processOf(1, { deliver: other.deliver })
      expect((await second.api.deliver()).delivered).toBe(0)
      expect(other.got).toEqual([])
      second.setTime('2027-03-01T12:01:01Z')
      const count = await drain(second)
      expect(count).toBeGreaterThan(0)
      expect(other.got).toHaveLength(count)
      release()
      await delivering
      // What the first one had read came a second time. It noticed that its lease was gone, and read no more.
      expect(slow.got.length).toBeLessThan(count)
      expect((await second.api.deliver()).waiting).toBe(0)
    })

    test('limit and signal end a call', async () => {
      const { got, deliver } = receiver('limited')
      const { api } = processOf(0, { deliver })
      expect((await api.deliver({ limit: 3 })).delivered).toBe(3)
      expect(got).toHaveLength(3)
      expect((await api.deliver({ signal: AbortSignal.abort() })).delivered).toBe(0)
    })
  })

  test.each(['before', 'after'] as const)(
    'every commit is delivered wherever the process ends that writes and delivers: %s a commit',
    async (when) => {
      const store = opened[0]?.storage ?? expect.unreachable()
      const name = `killed ${when}`
      const told = new Set<string>()
      const last = receiver(name, ({ entry }) => told.add(entry))
      // What was there before.
      await drain(processOf(0, { deliver: last.deliver }))
      let wasKilled = true
      for (let n = 0; wasKilled; n++) {
        const { storage, life } = mortalStorage(store, n, when)
        const { deliver } = receiver(name, ({ entry }) => {
          if (life.isOver) throw new Error('killed')
          told.add(entry)
        })
        const dying = openCalendar({ changes: true, deliver }, storage)
        // Later than all leases of those before.
        const minutes = 2 * (n + 1)
        dying.setTime(new Date(Date.UTC(2027, 2, 1, 12, minutes)).toISOString())
        const series = { ...EVENT, title: `${name} ${n}`, recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }
        await dying.ask('POST', '/events', { ...series, tags: [`${name} ${n}`] })
        await dying.api.deliver().catch(() => {})
        await dying.api.deliver().catch(() => {})
        wasKilled = life.isOver

        const next = processOf(1, { deliver: last.deliver })
        next.setTime(new Date(Date.UTC(2027, 2, 1, 12, minutes, 90)).toISOString())
        await drain(next)
        const heads = await readHeads(store)
        const all = [...heads].flatMap(([lane, head]) =>
          Array.from({ length: head }, (_, index) => `${lane}-${index + 1}`),
        )
        expect(all.filter((entry) => !told.has(entry))).toEqual([])
      }
      expect((await processOf(2, { deliver: last.deliver }).api.deliver()).waiting).toBe(0)
    },
  )

  test('mirrors that follow random writes equal the calendar', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
    console.info(`SEED=${seed}`)
    const player = new Player(opened[0]?.storage ?? expect.unreachable(), { changes: true })
    const { compared } = await followWrites(player, seed, MIRRORED)
    expect(compared).toBeGreaterThan(MIRRORED / 2)
  })

  test('entries are kept for 30 days and until they are delivered', async () => {
    const late = receiver('late')
    const done = receiver('all')
    const both = processOf(0, { deliver: [late.deliver, done.deliver] })
    both.setTime('2027-03-31T13:00:00Z')
    late.deliver.progress = 'late'
    // Nothing is removed while `late` has not got it.
    const { waiting } = await both.api.deliver({ limit: 0 })
    await drain(both)
    expect(late.got).toHaveLength(waiting)
    const fresh = receiver('fresh')
    const next = processOf(1, { deliver: fresh.deliver })
    next.setTime('2027-03-31T13:00:00Z')
    const id = await next.make('tags', { name: 'fresh' })
    // Each call removes some.
    for (let call = 0; call < 5; call++) await both.api.deliver()
    await drain(next)
    expect(fresh.got).toContainEqual(expect.objectContaining({ kind: 'tag', id, type: 'created' }))
    expect(fresh.got.filter(({ time }) => time < '2027-03-01T13:00:00')).toEqual([])
  })
}
