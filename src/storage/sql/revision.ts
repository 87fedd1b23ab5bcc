import { SharedRead } from '../shared/shared-read.ts'
import type { SqlStatement } from './client.ts'
import type { Database } from './database.ts'
import { plain } from './schema.ts'

/*
 * The revision of a calendar for databases with many connections: the sum of a few counters. Each commit raises one
 * counter in its own transaction, so readers see the new sum together with the new data. Snapshots differ only by later
 * commits, so equal sums mean the same commits.
 */

/** Concurrent commits usually raise different rows, so they do not wait for each other's row locks. */
const COUNTERS = 16

/**
 * A commit raises a counter by a random step up to this one. A calendar that was restored from a backup is then
 * unlikely to reach an earlier sum again.
 */
const MOST_STEP = 1000

const upTo = (most: number): number => Math.floor(Math.random() * most)

/** The last statement of a commit, so that the row lock is short. */
export const raiseRevision = ({ phrases }: Pick<Database, 'phrases'>): SqlStatement =>
  phrases.count.revision.of([[upTo(COUNTERS), 1 + upTo(MOST_STEP)]])

/** Under load, waiting requests share one statement. */
export const openRevision = ({ client, names }: Pick<Database, 'client' | 'names'>): SharedRead<string> =>
  new SharedRead(async (signal) => {
    const sum = plain(`select sum(n) as n from ${names.table('revision')}`)
    const [row] = await (signal === undefined ? client : client.within(signal)).query(sum)
    return String(row?.n ?? 0)
  })
