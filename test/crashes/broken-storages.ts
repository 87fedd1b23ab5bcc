import type { Change, Storage } from '../../src/storage/contract.ts'

/*
 * Storages that break one promise each. They do it when it is time, and die of it.
 */

export interface Broken {
  readonly storage: Partial<Storage>
  /** As it is found after the kill; without it the disk as it is. */
  readonly restarted?: Partial<Storage>
}

/** `die` never returns; what is told from then on nobody hears. */
export type Breaking = (disk: Storage, isTime: () => boolean, die: () => Promise<never>) => Broken

/** What is new with an event, and the event. */
export const writesInTwo: Breaking = (disk, isTime, die) => ({
  storage: {
    async commit(changes) {
      const linked = changes.filter(({ kind }) => kind !== 'event')
      const isEventWithNew = changes.some(({ kind, expect }) => kind === 'event' && expect === 0)
      if (!isTime() || !isEventWithNew || linked.length === 0) return disk.commit(changes)
      await disk.commit(linked)
      return die()
    },
  },
})

const owing =
  (isOwed: (change: Change) => boolean): Breaking =>
  (disk, isTime, die) => {
    let isOwing = false
    return {
      storage: {
        async commit(changes) {
          if (isOwing) return die()
          isOwing = isTime() && changes.some(isOwed)
          return isOwing ? { conflict: null } : disk.commit(changes)
        },
      },
    }
  }

/** Acknowledge before they write. */
export const owesCreation = owing(({ kind, expect }) => kind === 'event' && expect === 0)
export const owesUpdate = owing(({ kind, expect }) => kind === 'event' && expect > 0)

/** Events: one fewer than there are, since the kill came between the event and its counter. */
export const countsApart: Breaking = (disk, isTime, die) => ({
  storage: {
    async commit(changes) {
      const result = await disk.commit(changes)
      const isNew = changes.some(({ kind, expect }) => kind === 'event' && expect === 0)
      return isTime() && isNew ? die() : result
    },
  },
  restarted: {
    count: async (kind, filter) => (await disk.count(kind, filter)) - (kind === 'event' ? 1 : 0),
  },
})

/** Terms and what else is linked to: one more of each. */
export const talliesApart: Breaking = (disk, isTime, die) => ({
  storage: { commit: (changes) => (isTime() ? die() : disk.commit(changes)) },
  restarted: {
    async tally(key, filter, values) {
      const counts = [...(await disk.tally(key, filter, values))]
      return new Map(counts.map(([value, count]) => [value, count + 1]))
    },
  },
})

/** Goes on from the highest ID that it finds, so what was given and not used yet is given again. */
export const forgetsIds: Breaking = (disk, isTime, die) => ({
  storage: {
    commit: (changes) => (isTime() && changes.some(isNewEvent) ? die() : disk.commit(changes)),
  },
  restarted: {
    async allocate(sequence, count) {
      const highest = async (kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag') =>
        (await disk.find(kind, { order: 'id', limit: Number.MAX_SAFE_INTEGER })).at(-1)?.id ?? 0
      const kinds =
        sequence === 'post' ? (['event', 'venue', 'organizer'] as const) : (['category', 'tag'] as const)
      const last = Math.max(...(await Promise.all(kinds.map(highest))))
      return Array.from({ length: count }, (_, index) => last + 1 + index)
    },
  },
})

/** Commits the records without their entries in the outbox. */
export const losesEntries: Breaking = (disk, isTime, die) => ({
  storage: {
    async commit(changes) {
      if (!isTime() || !changes.some(isEntry)) return disk.commit(changes)
      await disk.commit(changes.filter((change) => !isEntry(change)))
      return die()
    },
  },
})

const isEntry = (change: Change): boolean => change.do === 'put' && change.kind === 'entry'

/** Of slugs, without the first entry. */
export const losesAnIndex: Breaking = (disk, isTime, die) => ({
  storage: { commit: (changes) => (isTime() ? die() : disk.commit(changes)) },
  restarted: {
    async find(kind, query) {
      const found = await disk.find(kind, query)
      return query.where?.some(({ key }) => key === 'unique_slug' || key === 'slug') ? found.slice(1) : found
    },
  },
})

/** Refuses to start as it was left. */
export const needsRepair: Breaking = (disk, isTime, die) => ({
  storage: { commit: (changes) => (isTime() ? die() : disk.commit(changes)) },
  restarted: { migrate: () => Promise.reject(new Error('not closed properly')) },
})

const isNewEvent = ({ kind, expect }: Change): boolean => kind === 'event' && expect === 0
