import type { Change, CommitResult, Kind, Sequence, Storage } from '../../storage/contract.ts'
import type { FeatureOptions } from '../../types/feature-options.ts'
import type {
  Currency,
  DescribedOrganizer,
  Erased,
  EventsApiOptions,
  Image,
  Limits,
  PageOptions,
} from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'
import type { Aside } from '../domain/aside.ts'
import type { DeclaredFields } from '../domain/records/custom-fields.ts'
import type { Memo } from '../domain/records/memo.ts'
import type { PostKind, RecordOf, TermKind } from '../domain/records/records.ts'
import type { RequestClock } from '../domain/time/request-clock.ts'
import type { Zone } from '../domain/time/zones.ts'
import type { Turns } from '../domain/turns.ts'
import type { Links } from '../present/links.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Rules } from '../schema/rules.ts'
import type { Security } from '../schema/security.ts'

/** One mounted calendar: its storage and its options, computed once. */
export interface Site {
  readonly storage: Storage
  /** Of the calendar, in feeds and in the documentation. */
  readonly title: string
  readonly timezone: string
  readonly zone: Zone
  readonly currency: Currency
  readonly limits: Limits
  readonly memo: Memo
  /** Order of writes that lost the same race more than once. */
  readonly turns: Turns
  readonly isAuthor: NonNullable<EventsApiOptions['isAuthor']>
  readonly resolveImage: EventsApiOptions['resolveImage']
  /** Shown of events that have none. */
  readonly defaultImage: Image | null
  /** The type of an organizer in `json_ld`. */
  readonly organizerType: (organizer: DescribedOrganizer) => string
  readonly fields: DeclaredFields
  readonly security: Security
  /** What pages for editors ask for; see `GET /me`. */
  readonly page: PageOptions
  /** Whether addresses of records lead to pages: the option `site` or `permalink` is set. */
  readonly hasPages: boolean
  readonly rules: Rules
  /** Days for which entries about changes are kept; 0: there are none. */
  readonly keptDays: number
  /** Whether its storage is held: what it commits is decided, and takes effect with a later commit, which others hear of. */
  readonly isProvisional: boolean
  /** Commits what it also passes on. Loaded with the first write; `undefined` if nobody wants to know of changes. */
  readonly recorder?: (() => Promise<Recorder>) | undefined
  /** What the host chose, for features. */
  readonly options: FeatureOptions
  /** Of its features, for `GET /me`: whether it has each. */
  readonly features: Readonly<Record<string, boolean>>
  /** Work of its features that continues after an interruption. */
  readonly due: readonly Due[]
  readonly extensions: Extensions
  /** Told of each venue and organizer that a name stands for: one that is here, or a new one. For reports of imports. */
  readonly onNamed?:
    | ((kind: 'venue' | 'organizer', id: number, name: string, isNew: boolean) => void)
    | undefined
  /** Of what no request asks for: below `baseUrl`, or http://localhost. */
  readonly links: Links
  /** What goes on after answers, such as calls of the host's functions. */
  readonly aside: Aside
  /** Tells the host what fails beside an answer. `url`: what it is about. */
  readonly report: (error: unknown, url: string) => void
  /** Goes up whenever this process has read from the storage for an answer, or written: see `http/freshness.ts`. */
  readonly epoch: { count: number }
}

/** Members of shown events, by name. */
export type Members = Readonly<Record<string, unknown>>

/** What its features do in operations of the core. What no feature does is absent, and costs nothing. */
export interface Extensions {
  /** Request headers that they read, with their texts. */
  readonly headers?: Readonly<Record<string, string>>
  readonly step?: ((plan: Plan) => Promise<void>) | undefined
  readonly heed?: Heed | undefined
  /** `undefined`: none of them shows anything. The result gives the members of one of the events. */
  readonly shows?:
    | ((
        reader: Reader,
        ids: readonly number[],
        isOne: boolean,
      ) => Promise<(id: number) => Members | undefined> | undefined)
    | undefined
  /** Of these members. */
  readonly schemas?: (() => Promise<readonly JsonSchema[]>) | undefined
  readonly purge?: Work | undefined
  readonly deliver?: Work | undefined
  readonly erase?: Erase | undefined
}

/** Reads what changes mean, before they are committed. What it returns is called once they have taken effect. */
export type Heed = (site: Site, changes: readonly Change[]) => Promise<() => void> | undefined

/** Erases what is kept of a person, beside the records. Returns what was gone with an address, and how many addresses. */
export type Erase = (
  site: Site,
  now: Date,
  person: Erasing,
) => Promise<Pick<Erased, 'withdrawn' | 'contacts'>>

export interface Erasing {
  readonly email: string | undefined
  /** To call with each name under which the person is found. */
  readonly keepName: (name: unknown) => void
  /** Whether to end after the current commit. */
  readonly isOver: () => boolean
}

/** Work that ends, at the latest when `signal` is aborted. What is left is done by the next call. */
export type Work = (site: Site, now: Date, signal: AbortSignal | undefined) => Promise<void>

export interface Recorder {
  readonly commit: (storage: Storage, changes: readonly Change[], by: Caller) => Promise<CommitResult>
  /** Resolves when the host knows of all commits so far. */
  readonly settled: () => Promise<void>
}

/** Work that several commits make. An extra says what remains of each. */
export interface Due {
  /** The owner of these extras. */
  readonly owner: string
  /**
   * Completes what was interrupted, commit by commit. `false`: it was to stop before the last one; `undefined`: the storage
   * accepts no writes.
   */
  readonly complete: (site: Site, now: Date, options: CompleteOptions) => Promise<boolean | undefined>
}

export interface CompleteOptions {
  /** When it is aborted, the work throws its reason. */
  readonly signal: AbortSignal
  /** Called with the reason when something cannot be written. Whether the storage is likely to accept other writes. */
  readonly onRefusal: (error: unknown) => boolean
  /** Called after each commit, with the number of records that it wrote. Whether to continue. */
  readonly goOn: (written: number) => boolean | Promise<boolean>
}

/** Who reads, and when. */
export interface Reader {
  readonly site: Site
  readonly caller: Caller
  readonly clock: RequestClock
  readonly links: Links
}

/** Who writes, and when. */
export interface Writer {
  readonly site: Site
  readonly caller: Caller
  readonly now: Date
}

export type AnyRecord = RecordOf[keyof RecordOf]

/** What a plan makes of a record. `before` is `null` for a new one, `after` for one that is deleted for good. */
export interface RecordWrite {
  readonly id: number
  readonly before: AnyRecord | null
  readonly after: AnyRecord | null
}

/** A slug that a record had while it was public. */
export interface LeftSlug {
  readonly kind: PostKind | TermKind
  readonly id: number
  readonly slug: string
}

/** One attempt of a write: its changes, which are committed together, and the slugs that they take. */
export interface Plan extends Writer {
  readonly changes: Change[]
  /** What it makes of records. */
  readonly writes: readonly RecordWrite[]
  /** From 1 on. */
  readonly attempt: number
  /** By event: the reason for its status that the request gives, also where the status has none. */
  readonly reasons: Map<number, string>
  /** Uploaded images that records name anew, and that they name no more. */
  readonly images: { readonly named: Set<number>; readonly dropped: Set<number> }
  /** Slugs that public records lose, or records that are no longer public. */
  readonly left: LeftSlug[]
  /** Set by writes that can leave a part of their changes to later commits. */
  isDivisible: boolean
  /** Whether a divisible write must leave a part of its changes to later commits. */
  readonly isDivided: boolean
  freshId(sequence: Sequence): Promise<number>
  freshIds(sequence: Sequence, count: number): Promise<readonly number[]>
  /**
   * Plans to store the record over the one that it was decided on (`null`: as new). Returns the record as it will be.
   */
  put<R extends AnyRecord>(after: R, before: R | null): R
  /** Plans to delete the record for good. Its copies stay: see `planErasure`. */
  remove(record: AnyRecord): void
  /** To call for each record whose image may change. */
  changeImage(from: Image | null, to: Image | null): void
  /** Nothing is committed: the write was only to say what it would do. */
  discard(): void
  /** Plans that the record gets the slug `taken`. It preferred `preferred`. */
  takeSlug(kind: Kind, id: number, slug: { readonly preferred: string; readonly taken: string }): void
  hasTaken(kind: Kind, slug: string): boolean
  /** How often a record of this write preferred the slug and lost what it chose to another write. */
  timesLost(kind: Kind, preferred: string): number
  /**
   * The commit is refused if the document has another version by then. A change of the same document checks that
   * already.
   */
  hold(kind: Kind, id: number, version: number): void
  /** Plans to raise a guard; the commit is refused if another write does so after this attempt began. */
  raiseGuard(id: number, expires: string): void
}
