import type { Caller } from './access/policy.ts'
import type { DeclaredFields } from './domain/custom-fields.ts'
import { createMemo, type Memo } from './domain/memo.ts'
import { Turns } from './domain/turns.ts'
import { resolveZone, type Zone } from './domain/zones.ts'
import { declaredFields, withDefaults } from './options.ts'
import type { Bodies } from './schema/bodies.ts'
import { createSchemas, once, type Schemas } from './schema/schemas.ts'
import type { Change, CommitResult, Storage } from './storage/contract.ts'
import type { Currency, EventsApiOptions, Limits } from './types.ts'

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
  readonly fields: DeclaredFields
  readonly schemas: Schemas
  /** Loaded with the first write. */
  readonly bodies: () => Promise<Bodies>
  /** Commits what it also passes on. Loaded with the first write; `undefined` if nobody wants to know of changes. */
  readonly recorder?: (() => Promise<Recorder>) | undefined
}

export interface Recorder {
  readonly commit: (storage: Storage, changes: readonly Change[], by: Caller) => Promise<CommitResult>
  /** Resolves when the host knows of all commits so far. */
  readonly settled: () => Promise<void>
}

export const DEFAULT_LIMITS: Limits = {
  body: 1024 * 1024,
  depth: 32,
  url: 8 * 1024,
  list: 100,
  line: 1000,
  text: 200_000,
  perPage: 50,
  offset: 1_000_000,
  feed: 10_000,
  occurrences: 1000,
  inFlight: 256,
  queue: 10_000,
  uploads: 64 * 1024 * 1024,
  downloads: 128 * 1024 * 1024,
  timeout: 30_000,
  response: 32 * 1024 * 1024,
  cache: 16 * 1024 * 1024,
}

const DEFAULT_TITLE = 'Events'

const DEFAULT_CURRENCY: Currency = { code: 'USD', symbol: '$', position: 'prefix' }

/** A timer above this fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export function createSite<Host>(
  storage: Storage,
  options: EventsApiOptions<Host>,
  makeRecorder?: () => Promise<Recorder>,
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
    isAuthor: options.isAuthor ?? (() => true),
    resolveImage: options.resolveImage,
    fields,
    schemas: createSchemas(limits),
    recorder: makeRecorder && once(makeRecorder),
    bodies: once(async () => (await import('./schema/bodies.ts')).createBodies(limits, fields)),
  }
}
