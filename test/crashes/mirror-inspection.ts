import type { Storage } from '../../src/storage/contract.ts'
import { Mirror } from '../changes/mirror.ts'
import { openCalendar } from '../routes/calendar.ts'
import { clockOf } from './requests.ts'

/** Whether a mirror that follows `GET /changes` from crash to crash has what one has that begins now. */
export class MirrorInspection {
  readonly #mirror = new Mirror('administrator')

  async verify(storage: Storage): Promise<string[]> {
    const calendar = openCalendar({ changes: true, now: () => clockOf(0) }, storage)
    await this.#mirror.sync(calendar, 50)
    const fresh = new Mirror('administrator')
    await fresh.sync(calendar, 50)
    const had = this.#mirror.state
    const has = fresh.state
    return [...new Set([...had.keys(), ...has.keys()])]
      .filter((name) => JSON.stringify(had.get(name)) !== JSON.stringify(has.get(name)))
      .map((name) => `the mirror is wrong about ${name}`)
  }
}
