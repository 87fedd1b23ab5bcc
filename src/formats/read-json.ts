import type { EventInput } from '../types/index.ts'
import { type FileContent, type FileEvent, type FileNote, fileNote } from './file-event.ts'
import { isRow, type Row } from './rows.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * A JSON list of events: the bodies of creates, as a list or as `{ "events": [ … ] }`. A member `uid` identifies an
 * event in later files.
 */

export function readJson(text: string): FileContent {
  const value = parsed(text)
  const list: unknown = isRow(value) ? value.events : value
  if (!Array.isArray(list) || !list.every(isRow)) throw new UnreadableFile('the file is not a list of events')
  const events: FileEvent[] = []
  const notes: FileNote[] = []
  for (const [at, { uid, ...event }] of list.entries()) {
    const own = typeof uid === 'string' && uid !== '' ? uid : undefined
    const key = own ?? `${event.title} ${event.start_date}`
    const line = at + 1
    if (isEventInput(event)) events.push({ key, uid: own, line, event, changes: [] })
    else {
      const title = typeof event.title === 'string' ? event.title : ''
      notes.push(fileNote({ line, key, title }, 'unreadable', 'title, start_date or end_date is missing'))
    }
  }
  return { name: '', events, linked: [], notes, unknownColumns: [] }
}

/** Only that it has what every event has: the API checks the rest. */
const isEventInput = (row: Row): row is Row & EventInput =>
  [row.title, row.start_date, row.end_date].every((value) => typeof value === 'string')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableFile(
      `the file is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
