import { memoryStorage } from 'kalends/storage/memory'
import type { Change, Condition, Document, Filter, Kind, Query, Storage } from '../../src/storage/contract.ts'

/*
 * Storages that are wrong on purpose, each in one small way, to see that what compares storages finds it.
 */

export interface Fault {
  readonly name: string
  readonly spoil: (storage: Storage) => Partial<Storage>
}

export function broken({ spoil }: Fault): Storage {
  const { get, find, count, tally, allocate, reserve, commit, migrate, close } = memoryStorage()
  const sound = { get, find, count, tally, allocate, reserve, commit, migrate, close }
  return { ...sound, ...spoil(sound) }
}

/** Changes what is written. */
const writing =
  (edit: (change: Change) => Change) =>
  ({ commit }: Storage): Partial<Storage> => ({ commit: (changes) => commit(changes.map(edit)) })

/** Changes what finds and counts look for. */
const looking =
  (edit: <K extends Kind>(condition: Condition<K>) => readonly Condition<K>[]) =>
  ({ find, count }: Storage): Partial<Storage> => ({
    find: (kind, query) => find(kind, { ...query, where: query.where?.flatMap((one) => edit(one)) ?? [] }),
    count: (kind, filter) =>
      count(kind, { ...filter, where: filter.where?.flatMap((one) => edit(one)) ?? [] }),
  })

/** Changes what reads find. */
const reading =
  (edit: <K extends Kind>(documents: readonly Document<K>[], kind: K) => readonly Document<K>[]) =>
  ({ get, find }: Storage): Partial<Storage> => ({
    get: async (kind, ids) => edit(await get(kind, ids), kind),
    find: async (kind, query) => edit(await find(kind, query), kind),
  })

const withoutBound = <K extends Kind>(condition: Condition<K>, bound: 'lt' | 'lte' | 'gt'): Condition<K> => {
  const { [bound]: _left, ...rest } = condition
  return rest
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'the last of several organizers is not linked',
    spoil: writing((change) => {
      if (change.do !== 'put' || change.kind !== 'event') return change
      const { keys } = change.content
      const organizer = keys.organizer.length > 1 ? keys.organizer.slice(0, -1) : keys.organizer
      return { ...change, content: { ...change.content, keys: { ...keys, organizer } } }
    }),
  },
  {
    name: 'a search is counted one too few',
    spoil: ({ count }) => ({
      async count<K extends Kind>(kind: K, filter: Filter<K>) {
        const found = await count(kind, filter)
        return filter.text === undefined || filter.text.all.length === 0 ? found : Math.max(0, found - 1)
      },
    }),
  },
  {
    name: 'whether events are featured is not looked at',
    spoil: looking((condition) => (condition.key === 'featured' ? [] : [condition])),
  },
  {
    name: 'what must not be is not looked at',
    spoil: looking((condition) => (condition.notIn === undefined ? [condition] : [])),
  },
  {
    name: 'a bound lets in what is on it',
    spoil: looking((condition) =>
      condition.gt === undefined ? [condition] : [{ ...withoutBound(condition, 'gt'), gte: condition.gt }],
    ),
  },
  {
    name: 'an upper bound of ends has no effect',
    spoil: looking((condition) => (condition.key === 'end' ? [withoutBound(condition, 'lte')] : [condition])),
  },
  {
    name: 'only the first of several IDs is looked for',
    spoil: looking((condition) =>
      condition.key === 'id' && condition.in !== undefined
        ? [{ ...condition, in: condition.in.slice(0, 1) }]
        : [condition],
    ),
  },
  {
    name: 'places without coordinates are within every bound',
    spoil: looking((condition) => (/itude$/.test(condition.key) ? [] : [condition])),
  },
  {
    name: 'texts are searched in their first field alone',
    spoil: writing((change) =>
      change.do === 'put' && change.kind === 'event'
        ? { ...change, content: { ...change.content, text: change.content.text.slice(0, 1) } }
        : change,
    ),
  },
  {
    name: 'equal starts are in the order of IDs',
    spoil: reading((documents) => {
      const startOf = ({ keys }: Document) =>
        'start' in keys && typeof keys.start === 'string' ? keys.start : ''
      const byStart = (a: Document, b: Document) =>
        startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : a.id - b.id
      return documents.some((one) => startOf(one) === '') ? documents : [...documents].sort(byStart)
    }),
  },
  {
    name: 'pages overlap by one',
    spoil: ({ find }) => ({
      find: <K extends Kind>(kind: K, { offset = 0, ...query }: Query<K>) =>
        find(kind, { ...query, order: query.order, limit: query.limit, offset: Math.max(0, offset - 1) }),
    }),
  },
  {
    name: 'venues are read as they were before the last commit',
    spoil: (storage) => {
      const late = memoryStorage()
      let pending: readonly Change[] = []
      return {
        async commit(changes) {
          const result = await storage.commit(changes)
          if (result.conflict !== null) return result
          await late.commit(pending)
          pending = changes
          return result
        },
        get: (kind, ids) => (kind === 'venue' ? late : storage).get(kind, ids),
      }
    },
  },
  {
    name: 'versions do not count up',
    spoil: (storage) => ({
      ...reading((documents) => documents.map((document) => ({ ...document, version: 1 })))(storage),
      async commit(changes) {
        const actual = await Promise.all(
          changes.map(async (change): Promise<Change> => {
            const [there] = await storage.get(change.kind, [change.id])
            const expect = change.expect === 0 ? 0 : (there?.version ?? change.expect)
            return Object.assign({}, change, { expect })
          }),
        )
        return storage.commit(actual)
      },
    }),
  },
  {
    name: 'what is not published is tallied too',
    spoil: ({ tally }) => ({
      tally: (key, filter, values) =>
        tally(key, { where: (filter.where ?? []).filter((condition) => condition.key !== 'status') }, values),
    }),
  },
  {
    name: 'a removed record stays',
    spoil: ({ commit }) => ({
      commit: (changes) => commit(changes.filter((change) => change.do !== 'remove')),
    }),
  },
  {
    name: 'letters beyond the first plane are lost',
    spoil: writing((change) => {
      if (change.do !== 'put' || change.kind !== 'event') return change
      const data = change.content.data.replace(/\p{Extended_Pictographic}/gu, '?')
      return { ...change, content: { ...change.content, data } }
    }),
  },
  {
    name: 'an event is stored without the new organizer beside it',
    spoil: ({ commit }) => ({
      commit: (changes) =>
        commit(
          changes.some(({ kind }) => kind === 'event')
            ? changes.filter(({ kind, do: what }) => kind !== 'organizer' || what !== 'put')
            : changes,
        ),
    }),
  },
]
