import type { FileNoteCode } from '../../../formats/file-event.ts'
import type { PullNote, ReportedEvent, ReportedMatch } from '../../../types/index.ts'
import type { EventRecord } from '../../domain/records/records.ts'

/** Of what a report names. */
const MOST_NAMED = 500
/** Of events of each kind of change that a report shows. */
const MOST_SHOWN = 20
/** Characters of a UID or of a reason. */
const SHOWN = 500

/** What has been done, or would be. */
export class Report {
  new = 0
  changed = 0
  gone = 0
  kept = 0
  /** Something was committed. */
  isWritten = false
  readonly attached: { uid: string; id: number }[] = []
  outside = 0
  /** Events that were refused; `refused` names the first ones. */
  refusals = 0
  readonly refused: PullNote[] = []
  /** Of events that come, and are not as they were. */
  readonly notes: PullNote[] = []
  error: string | undefined
  /** Events whose pictures could not be copied. */
  readonly pictures: { uid: string; why: string }[] = []
  /** Of a dry run: the first ones of each change. */
  readonly events: ReportedEvent[] = []
  /** Of a dry run: what is known by something else than its UID. */
  readonly matches: ReportedMatch[] = []
  /** Gone there, and still here until somebody confirms it. */
  held = 0

  /** What a commit has brought. */
  addWritten(part: Report): void {
    this.isWritten = true
    this.new += part.new
    this.changed += part.changed
    this.gone += part.gone
    this.kept += part.kept
    this.refusals += part.refusals
    this.outside += part.outside
    this.attached.push(...part.attached.slice(0, MOST_NAMED - this.attached.length))
    this.refused.push(...part.refused.slice(0, MOST_NAMED - this.refused.length))
    this.notes.push(...part.notes.slice(0, MOST_NAMED - this.notes.length))
    this.matches.push(...part.matches.slice(0, MOST_NAMED - this.matches.length))
    for (const event of part.events) if (this.wants(event.change)) this.events.push(event)
  }

  wants(change: ReportedEvent['change']): boolean {
    return this.events.filter((event) => event.change === change).length < MOST_SHOWN
  }

  show(change: ReportedEvent['change'], uid: string, { id, title, start, end, all_day }: EventRecord): void {
    const known = change === 'new' ? {} : { id }
    this.events.push({
      change,
      uid: uid.slice(0, SHOWN),
      ...known,
      title,
      start_date: start,
      end_date: end,
      all_day,
    })
  }

  attach(uid: string, id: number): void {
    if (this.attached.length < MOST_NAMED) this.attached.push({ uid: uid.slice(0, SHOWN), id })
  }

  match(uid: string, id: number, reason: ReportedMatch['reason']): void {
    if (this.matches.length < MOST_NAMED) this.matches.push({ uid: uid.slice(0, SHOWN), id, reason })
  }

  refuse(uid: string, why: string, title = '', code: FileNoteCode = 'refused'): void {
    this.refusals++
    if (this.refused.length < MOST_NAMED) this.refused.push(noteOf(uid, why, title, code))
  }

  note(uid: string, why: string, title: string, code: FileNoteCode): void {
    if (this.notes.length < MOST_NAMED) this.notes.push(noteOf(uid, why, title, code))
  }

  lack(uid: string, why: string): void {
    if (this.pictures.length < MOST_NAMED)
      this.pictures.push({ uid: uid.slice(0, SHOWN), why: why.slice(0, SHOWN) })
  }
}

const noteOf = (uid: string, why: string, title: string, code: FileNoteCode): PullNote => ({
  ...{ uid: uid.slice(0, SHOWN), title: title.slice(0, SHOWN), code },
  ...{ message: why.slice(0, SHOWN), why: why.slice(0, SHOWN) },
})
