import { createMemo, type Memo } from './domain/memo.ts'
import { resolveZone, type Zone } from './domain/zones.ts'
import { createSchemas, type Schemas } from './schema/schemas.ts'
import type { Storage } from './storage/contract.ts'
import type { Currency, EventsApiOptions, Limits } from './types.ts'

/** One mounted calendar: its storage and the options, settled once when it is created. */
export interface Site {
  readonly storage: Storage
  readonly timezone: string
  readonly zone: Zone
  readonly currency: Currency
  readonly limits: Limits
  readonly memo: Memo
  readonly isAuthor: NonNullable<EventsApiOptions['isAuthor']>
  readonly resolveImage: EventsApiOptions['resolveImage']
  readonly schemas: Schemas
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
  inFlight: 256,
  queue: 10_000,
  time: 30_000,
  keep: 16 * 1024 * 1024,
}

/** Beyond, timers end at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export function createSite<Host>(storage: Storage, options: EventsApiOptions<Host>): Site {
  const timezone = options.timezone ?? 'UTC'
  const zone = resolveZone(timezone)
  if (zone === undefined) throw new RangeError(`timezone: '${timezone}' is no time zone`)
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isSafeInteger(limit) || limit < (name === 'queue' || name === 'keep' ? 0 : 1))
      throw new RangeError(`limits.${name}: must be a positive integer`)
  }
  if (limits.time > LONGEST_TIMER) {
    throw new RangeError(`limits.time: must be at most ${LONGEST_TIMER}`)
  }
  return {
    storage,
    timezone,
    zone,
    currency: { code: 'USD', symbol: '$', position: 'prefix', ...options.currency },
    limits,
    memo: createMemo(limits.keep / 2),
    isAuthor: options.isAuthor ?? (() => true),
    resolveImage: options.resolveImage,
    schemas: createSchemas(limits),
  }
}
