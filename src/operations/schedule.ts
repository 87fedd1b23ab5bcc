import { seconds } from '../domain/publication.ts'
import { fromDocument, type PostKind } from '../domain/records.ts'
import { atInstant, UTC } from '../domain/zones.ts'
import type { Condition, Storage } from '../storage/contract.ts'
import { putChange } from './plan.ts'

/** Seconds between two looks, and so how late a scheduled record may appear. */
const LOOK_AGAIN = 15

/** Records of a kind that one look publishes; where there are more, the next request looks at once. */
const BATCH = 50

const KINDS = ['event', 'venue', 'organizer'] as const satisfies PostKind[]

export interface Scheduler {
  /** Whether it is time to look. */
  readonly isDue: (now: Date) => boolean
  readonly publishDue: (storage: Storage, now: Date) => Promise<void>
}

/**
 * Publishes scheduled records once their date has come. There is no timer: the first request after that moment
 * finds them published, at most `LOOK_AGAIN` seconds later.
 */
export function createScheduler(): Scheduler {
  let nextLook = Number.NEGATIVE_INFINITY

  async function look(storage: Storage, now: Date): Promise<void> {
    const utc = atInstant(seconds(now), UTC).wall
    nextLook = seconds(now) + LOOK_AGAIN
    try {
      const counts = await Promise.all(KINDS.map((kind) => publish(storage, kind, utc)))
      if (counts.includes(BATCH)) nextLook = seconds(now)
    } catch (error) {
      // Nobody has looked: the next request shall.
      nextLook = seconds(now)
      throw error
    }
  }

  async function publish(storage: Storage, kind: PostKind, utc: string): Promise<number> {
    const where: Condition<PostKind>[] = [
      { key: 'status', in: ['future'] },
      { key: 'date', lte: utc },
    ]
    const due = await storage.find(kind, { where, order: 'id', limit: BATCH })
    for (const record of due.map(fromDocument)) {
      // Of two processes the second finds it done: a conflict, which is as good.
      await storage.commit([putChange({ ...record, status: 'publish' })])
    }
    return due.length
  }

  const isDue = (now: Date): boolean => seconds(now) >= nextLook
  return {
    isDue,
    async publishDue(storage, now) {
      if (isDue(now)) await look(storage, now)
    },
  }
}
