import { keyValueStorage, type OrderedKeyValue } from 'kalends/storage/key-value'
import { afterAll } from 'vitest'
import type { Open } from './databases.ts'
import type { TestStore } from './stores.ts'

/** Calendars in one store, side by side. `open` gives the store to one storage each. */
export function calendarsOn(open: () => OrderedKeyValue): Open {
  const run = Math.random().toString(36).slice(2, 8)
  let made = 0
  return async () => {
    const calendar = `${run}-${made++}`
    const openAgain = () => keyValueStorage(open(), { calendar })
    const storage = openAgain()
    return { storage, reopen: async () => openAgain(), close: () => storage.close() }
  }
}

/** Calendars in a store that is closed when the file's tests are done. */
export function calendarsWithin(opened: TestStore): Open {
  afterAll(() => opened.close())
  return calendarsOn(() => opened.store)
}
