import type { Storage } from '../../storage/contract.ts'
import { putNote, readNotes } from '../operations/journal/extras.ts'

/** The form of documents: what their keys and texts are made of. See `operations/upgrade.ts` for what each one changed. */
const FORM = 1
/** The note of the form that all documents of the calendar have. */
const NAME = '.form'

/**
 * Prepares the storage, and brings documents of earlier versions to the present form. May be killed and run again, and run
 * in several processes at once.
 */
export async function migrateCalendar(storage: Storage): Promise<void> {
  await storage.migrate()
  for (;;) {
    const note = (await readNotes(storage, [NAME])).get(NAME)
    const form = Number(note?.data ?? 0)
    if (form > FORM) {
      throw new Error(`the documents have the form ${form}, which this version of kalends does not know yet`)
    }
    if (form === FORM) return
    // Loaded with the first migration of a calendar: most processes find one that is ready.
    const { upgradeAll } = await import('../operations/writes.ts')
    await upgradeAll(storage)
    const put = { ...putNote(NAME, note?.version ?? 0, FORM), version: FORM }
    const { conflict } = await storage.commit([put])
    if (conflict === null) return
  }
}
