import { StorageNotMigrated } from '../../contract.ts'
import type { RetryPolicy } from '../../shared/retry.ts'
import type { Calendar } from '../calendar.ts'
import { sortKeys } from './002-sort-keys.ts'
import { seal } from './004-seal.ts'

/**
 * The version of the stored format. Receipts were added without a new one, because they only add entries. 2: the lists
 * for other orders. 3: the lines of custom fields, which earlier versions would leave behind. 4: series and what is due,
 * entries and extras, which earlier versions cannot read. 5: images, which earlier versions would not copy.
 */
export const LAYOUT = 5

/** In order: the layout that each makes. May be killed and run again, and run in several processes at once. */
const MIGRATIONS: readonly {
  readonly layout: number
  readonly run: (calendar: Calendar, policy: RetryPolicy) => Promise<void>
}[] = [
  { layout: 2, run: sortKeys },
  { layout: 4, run: seal },
]

/** The layout of the calendar, this one or an earlier one; `undefined` for none. */
export async function readLayout({ kv, keys }: Calendar): Promise<string | undefined> {
  const [found] = await kv.get([keys.layout])
  if (found === undefined || Number(found) <= LAYOUT) return found
  const message = `the calendar has layout ${found}, which this version of kalends does not know`
  throw new StorageNotMigrated(message, 'later')
}

/** Brings a calendar to this layout. A calendar without one is new, or was never migrated. */
export async function migrate(calendar: Calendar, policy: RetryPolicy): Promise<void> {
  const { kv, keys } = calendar
  const { layout } = keys
  for (;;) {
    const found = await readLayout(calendar)
    if (found === String(LAYOUT)) return
    for (const { layout, run } of MIGRATIONS) if (layout > Number(found ?? 1)) await run(calendar, policy)
    const sets = [[layout, String(LAYOUT)]] as const
    if (await kv.commit({ checks: [[layout, found]], sets, deletes: [] })) return
  }
}
