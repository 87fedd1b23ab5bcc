import type { Caller } from '../access/policy.ts'
import { imageOfUrl } from '../domain/images.ts'
import type { DeclaredFields } from '../domain/records/custom-fields.ts'
import { createMemo, type Memo } from '../domain/records/memo.ts'
import { resolveZone, type Zone } from '../domain/time/zones.ts'
import { Turns } from '../domain/turns.ts'
import { type Rules, sharedRules } from '../schema/rules.ts'
import type { Security } from '../schema/security.ts'
import type { Change, CommitResult, Storage } from '../storage/contract.ts'
import type {
  Currency,
  DescribedOrganizer,
  EventsApiOptions,
  Image,
  ImagesOptions,
  Limits,
  PageOptions,
  SourcesOptions,
  SuggestionNotice,
  SuggestionsOptions,
} from '../types/index.ts'
import { DEFAULT_LIMITS, declaredFields, keptDays, securityOf, withDefaults } from './options.ts'

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
  /** Images that are uploaded, if the calendar has some. */
  readonly images: ImagesOptions | undefined
  /** How calendars from elsewhere are read, if the calendar has some. */
  readonly sources: SourcesOptions | undefined
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
  /** Whether the public may suggest events, and how. */
  readonly suggestions: SuggestionsOptions | undefined
  /** Of its features, for `GET /me`: whether it has each. */
  readonly features: Readonly<Record<string, boolean>>
  /** Work of its features that continues after an interruption. */
  readonly due: readonly Due[]
  /** Tells the host of suggestions. Loaded with the first one. */
  readonly notices?: (() => Promise<Notices>) | undefined
  /** Told of each venue and organizer that a name stands for: one that is here, or a new one. For reports of imports. */
  readonly onNamed?:
    | ((kind: 'venue' | 'organizer', id: number, name: string, isNew: boolean) => void)
    | undefined
  /** Tells the host what fails beside an answer. `url`: what it is about. */
  readonly report: (error: unknown, url: string) => void
  /** Goes up whenever this process has read from the storage for an answer, or written: see `http/freshness.ts`. */
  readonly epoch: { count: number }
}

export interface Recorder {
  readonly commit: (storage: Storage, changes: readonly Change[], by: Caller) => Promise<CommitResult>
  /** Resolves when the host knows of all commits so far. */
  readonly settled: () => Promise<void>
}

/** Work that several commits make. A note with a name of its own says what remains of each. */
export interface Due {
  /** The name of the notes. */
  readonly note: string
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

export interface Notices {
  readonly tell: (notice: SuggestionNotice) => void
  /** Reads what changes decide on, before they are committed. What it returns tells of it, afterwards. */
  readonly watch: (storage: Storage, changes: readonly Change[]) => Promise<() => void>
  /** Resolves when the host knows of all so far. */
  readonly settled: () => Promise<void>
}

const DEFAULT_TITLE = 'Events'

const DEFAULT_CURRENCY: Currency = { code: 'USD', symbol: '$', position: 'prefix' }

/** A timer above this fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export function createSite<Host>(
  storage: Storage,
  options: EventsApiOptions<Host>,
  { due, features }: Pick<Site, 'due' | 'features'> = { due: [], features: {} },
  makeRecorder?: () => Promise<Recorder>,
  makeNotices?: () => Promise<Notices>,
): Site {
  const timezone = options.timezone ?? 'UTC'
  const zone = resolveZone(timezone)
  if (zone === undefined) throw new RangeError(`timezone: '${timezone}' is not a time zone`)
  const limits = withDefaults(DEFAULT_LIMITS, options.limits)
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < (name === 'queue' || name === 'cache' ? 0 : 1))
      throw new RangeError(`limits.${name}: must be a positive integer`)
  }
  if (limits.timeout > LONGEST_TIMER) {
    throw new RangeError(`limits.timeout: must be at most ${LONGEST_TIMER}`)
  }
  const fields = declaredFields(options.customFields)
  return {
    storage,
    title: options.title ?? DEFAULT_TITLE,
    timezone,
    zone,
    currency: withDefaults(DEFAULT_CURRENCY, options.currency),
    limits,
    memo: createMemo(limits.cache / 2, zone),
    turns: new Turns(),
    epoch: { count: 0 },
    isAuthor: options.isAuthor ?? (() => true),
    resolveImage: options.resolveImage,
    images: options.images,
    sources: options.sources,
    defaultImage: defaultImageOf(options.defaultImage),
    organizerType: organizerTypeOf(options.organizerType),
    fields,
    security: securityOf(options),
    page: options,
    hasPages: options.site !== undefined || options.permalink !== undefined,
    keptDays: keptDays(options.changes),
    rules: sharedRules({
      limits,
      isCustom: {
        event: fields.event.length > 0,
        venue: fields.venue.length > 0,
        organizer: fields.organizer.length > 0,
      },
    }),
    isProvisional: false,
    recorder: makeRecorder && once(makeRecorder),
    suggestions: options.suggestions,
    due,
    features,
    notices: makeNotices && once(makeNotices),
    report: reportTo(options.onError),
  }
}

const reportTo =
  (onError: EventsApiOptions['onError']): Site['report'] =>
  (error, url) => {
    const tell = onError ?? console.error
    try {
      tell(error, new Request(url))
    } catch {
      // An error of `onError` itself has nowhere to go.
    }
  }

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A type of schema.org, which goes into the pages of others as it is. */
const SCHEMA_TYPE = /^[A-Z][A-Za-z]{0,60}$/

function organizerTypeOf(option: EventsApiOptions['organizerType']): Site['organizerType'] {
  if (option === undefined) return () => 'Organization'
  return ({ id, slug, organizer, website, email, phone }) => {
    const type = option({ id, slug, organizer, website, email, phone })
    if (!SCHEMA_TYPE.test(type))
      throw new TypeError(`organizerType: ${JSON.stringify(type)} is not a type of schema.org`)
    return type
  }
}

function defaultImageOf(option: EventsApiOptions['defaultImage']): Image | null {
  if (option === undefined) return null
  const url = typeof option === 'string' ? option : option.url
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new RangeError(`defaultImage: '${url}' is not an http or https URL`)
  return typeof option === 'string' ? imageOfUrl(option) : option
}
