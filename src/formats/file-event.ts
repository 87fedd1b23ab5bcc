import type { EventInput } from '../types/index.ts'

/* What a file says, whatever its format: the bodies of creates and updates, and where they stand. */

export type FileFormat = 'ics' | 'csv' | 'json' | 'kalends'

export interface FileEvent {
  /** Identifies the event in this file and in later ones: the UID, or what the format has instead. */
  readonly key: string
  /** The UID that feeds show from now on; `undefined` if the file has none. */
  readonly uid: string | undefined
  /** It has what only exports of a Kalends have. */
  readonly isExport?: boolean
  readonly line: number
  readonly event: EventInput
  /** Of a series: dates that differ from it. */
  readonly changes: readonly FileChange[]
}

export interface FileChange {
  /** The start that the rule names, on the clock of the series. */
  readonly at: string
  readonly line: number
  readonly event: EventInput | Cancellation
}

/** The date is cancelled, and all else is as in the series. */
export interface Cancellation {
  readonly event_status: 'canceled'
  readonly start_date?: undefined
}

/** A venue or an organizer. */
export interface FileLinked {
  readonly kind: 'venue' | 'organizer'
  readonly key: string
  readonly line: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Why something in a file is not as it was. */
export type FileNoteReason =
  /** Not brought: it is incomplete, or the API refuses it; `message` says why. */
  | 'invalid'
  /** Not brought: its time zone is not known. */
  | 'time zone'
  /** Not brought: the file has another one with this UID. */
  | 'repeated'
  /** A changed date of a series that has no such date now. */
  | 'no such date'
  /** Not changed: it is in the trash here. */
  | 'in the trash'
  /** The change in the file replaced one that was made here. */
  | 'changed on both sides'
  /** Brought, without a part that cannot be read. */
  | 'incomplete'

/** The same for programs, more exactly: pages have words of their own for each. */
export type FileNoteCode =
  | 'no_start'
  | 'bad_date'
  | 'bad_rule'
  | 'unknown_zone'
  | 'too_large'
  | 'unreadable'
  | 'repeated'
  | 'private'
  /** A series without a date. */
  | 'no_dates'
  | 'no_such_date'
  | 'in_trash'
  | 'changed_on_both_sides'
  /** It was brought without its end. */
  | 'no_end'
  /** It was brought without a part that cannot be read. */
  | 'part_left_out'
  /** By the rules of the calendar; `message` says which. */
  | 'refused'

/** The reason that stands for each code. */
const REASONS: Readonly<Record<FileNoteCode, FileNoteReason>> = {
  ...{
    no_start: 'invalid',
    bad_date: 'invalid',
    bad_rule: 'invalid',
    too_large: 'invalid',
    unreadable: 'invalid',
  },
  ...{ private: 'invalid', no_dates: 'invalid', refused: 'invalid', unknown_zone: 'time zone' },
  ...{ repeated: 'repeated', no_such_date: 'no such date', in_trash: 'in the trash' },
  ...{ changed_on_both_sides: 'changed on both sides', no_end: 'incomplete', part_left_out: 'incomplete' },
}

export interface FileNote {
  /** Where the event begins in the file. */
  readonly line: number
  /** The UID, or what the format has instead. */
  readonly key: string
  /** Of the event, as HTML; '' if it has none. */
  readonly title: string
  readonly reason: FileNoteReason
  readonly code: FileNoteCode
  readonly message: string
}

export const fileNote = (
  place: Pick<FileNote, 'line' | 'key' | 'title'>,
  code: FileNoteCode,
  message: string,
): FileNote => ({ ...place, reason: REASONS[code], code, message })

/** All that a file says. */
export interface FileContent {
  /** Name of the calendar, if the file has one. */
  readonly name: string
  readonly events: readonly FileEvent[]
  readonly linked: readonly FileLinked[]
  /** What is not brought. */
  readonly notes: readonly FileNote[]
  /** Of what is brought, and not as it was. */
  readonly remarks?: readonly FileNote[]
  /** Columns whose names are not known. */
  readonly unknownColumns: readonly string[]
  /** What the format says of an event by saying nothing. */
  readonly unsaid?: Partial<EventInput> | undefined
  /** How often the calendar wants to be read at most: seconds. */
  readonly refresh?: number | undefined
}
