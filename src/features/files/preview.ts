import { fromDocument } from '../../core/domain/records/stored-record.ts'
import { nameKey } from '../../core/domain/text/name-key.ts'
import { nextTimes, type RequestContext } from '../../core/door.ts'
import { eventBody, organizerBody, venueBody } from '../../core/schema/bodies.ts'
import { readFields } from '../../core/schema/read.ts'
import { Problems } from '../../errors.ts'
import {
  type FileContent,
  type FileEvent,
  type FileLinked,
  type FileNoteCode,
  fileNote,
} from '../../formats/file-event.ts'
import type { Slices } from '../../formats/give-way.ts'
import { isRow } from '../../formats/rows.ts'
import type { EventInput, FileImportReport, ImportPreview } from '../../types/index.ts'
import { linkedMarkOf, partsOf, staysInTrash } from './file-import.ts'
import type { FileState } from './file-state.ts'
import type { FileWrites } from './file-writes.ts'
import type { Identities, Known } from './identities.ts'
import { noteShown } from './note-shown.ts'

/*
 * What an import would do. Nothing is written.
 */

/** Events that are shown. */
const MOST_SHOWN = 500

/** Events that are named as alike, of one. */
const MOST_ALIKE = 5

/** Events of a day that are looked at. */
const MOST_COMPARED = 200

interface Job {
  readonly context: RequestContext
  readonly writes: FileWrites
  readonly state: FileState
  readonly identities: Identities
  readonly slices: Slices
  readonly isOver: () => boolean
}

type Preview = FileImportReport & { readonly events: ImportPreview[] }

/** Adds to the report, which has what could not be read. */
export async function preview(job: Job, { events, linked }: FileContent, report: Preview): Promise<void> {
  for (const one of linked) {
    if (job.slices.isOver(50)) await job.slices.next()
    await countLinked(job, one, report)
  }
  for (const part of partsOf(events)) {
    await job.slices.next()
    if (job.isOver()) {
      report.more = true
      return
    }
    const known = await job.identities.of(part)
    for (const [at, one] of part.entries()) {
      await showOne(job, one, known[at] ?? { is: 'new' }, report)
    }
  }
}

async function countLinked({ context, writes, state }: Job, one: FileLinked, report: Preview): Promise<void> {
  if (state.of(one.key)?.mark === linkedMarkOf(one)) {
    report.unchanged++
    return
  }
  const problems = new Problems()
  const body = one.kind === 'venue' ? venueBody : organizerBody
  readFields(body(context.site.rules), one.fields, problems)
  const why = problems.summary()
  if (why !== '') {
    const title = String(one.fields[one.kind] ?? '')
    report.refused.push(noteShown(fileNote({ line: one.line, key: one.key, title }, 'refused', why)))
    return
  }
  const { id, staying } = await writes.findLinked(one.kind, one.fields)
  report[(id ?? staying) === undefined ? 'created' : 'updated']++
}

async function showOne(job: Job, one: FileEvent, known: Known, report: Preview): Promise<void> {
  const why = await refusalOf(job, one, known)
  const state = why === undefined ? STATES[known.is] : 'refused'
  if (why !== undefined)
    report.refused.push(noteShown(fileNote({ ...one, title: one.event.title }, codeOf(known), why)))
  else if (state === 'new') report.created++
  else if (state === 'changed') report.updated++
  else report.unchanged++
  if (report.events.length >= MOST_SHOWN) return
  report.events.push(await shown(job.context, one.event, state))
}

const STATES = { repeated: 'refused', brought: 'same', same: 'same', changed: 'changed', new: 'new' } as const

const codeOf = (known: Known): FileNoteCode =>
  known.is === 'repeated'
    ? 'repeated'
    : known.is === 'changed' && staysInTrash(known)
      ? 'in_trash'
      : 'refused'

async function refusalOf({ writes }: Job, one: FileEvent, known: Known): Promise<string | undefined> {
  switch (known.is) {
    case 'repeated':
      return 'another one in the file has the same UID, or title and start'
    case 'changed':
      return staysInTrash(known)
        ? 'it is in the trash of this calendar'
        : writes.refusalOf(known.current, one.event)
    case 'new':
      return writes.refusalOf(undefined, one.event)
    default:
      return undefined
  }
}

async function shown(
  context: RequestContext,
  event: EventInput,
  state: ImportPreview['state'],
): Promise<ImportPreview> {
  const { site } = context
  const now = context.clock.now()
  const ignored = new Problems()
  const fields = readFields(eventBody(site.rules), { ...event }, ignored)
  const times = nextTimes(null, fields, site, now, ignored)
  const {
    start = event.start_date,
    end = event.end_date,
    timezone = event.timezone || site.timezone,
  } = times ?? {}
  const title = String(event.title)
  const like = state === 'new' && times !== undefined ? await alike(context, title, times.start) : []
  return { title, start_date: start, end_date: end, timezone, venue: venueNameOf(event), state, like }
}

function venueNameOf({ venue }: EventInput): string {
  const first: unknown = [venue].flat()[0]
  return isRow(first) && typeof first.venue === 'string' ? first.venue : ''
}

/** Events of the same name on the same day: who typed them by hand may not want them twice. */
async function alike({ site }: RequestContext, title: string, start: string): Promise<number[]> {
  const day = start.slice(0, 10)
  const documents = await site.storage.find('event', {
    where: [{ key: 'start', gte: `${day} 00:00:00`, lte: `${day} 23:59:59` }],
    order: 'id',
    limit: MOST_COMPARED,
  })
  const name = nameKey(title)
  return documents
    .map((document) => fromDocument('event', document))
    .filter(({ title, status }) => status !== 'trash' && nameKey(title) === name)
    .slice(0, MOST_ALIKE)
    .map(({ id }) => id)
}
