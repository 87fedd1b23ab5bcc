import { setImmediate } from 'node:timers/promises'
import { type Filling, load } from '../../storages/load.ts'
import type { Opened } from '../../storages/opened.ts'

/** Between batches the process hears whether the bench has gone, which a storage without waiting would not let it. */
export async function fill(opened: Opened, filling: Filling, events: number): Promise<void> {
  const write: Filling['write'] = async (some) => {
    await filling.write(some)
    await setImmediate()
  }
  await load(opened, { ...filling, write }, events, () => {})
}
