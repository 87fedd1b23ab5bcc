import { DEFAULT_LIMITS } from '../../limits.ts'
import type { Storage } from '../../storage/contract.ts'
import type { Currency, EventsApiOptions, Image } from '../../types/index.ts'
import { Aside } from '../domain/aside.ts'
import { imageOfUrl } from '../domain/images.ts'
import { createMemo } from '../domain/records/memo.ts'
import { resolveZone } from '../domain/time/zones.ts'
import { Turns } from '../domain/turns.ts'
import { createLinks } from '../present/links.ts'
import { sharedRules } from '../schema/rules.ts'
import { declaredFields, keptDays, securityOf, withDefaults } from './options.ts'
import type { Recorder, Site } from './site.ts'

const DEFAULT_TITLE = 'Events'

const DEFAULT_CURRENCY: Currency = { code: 'USD', symbol: '$', position: 'prefix' }

/** A timer above this fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

export function createSite<Host>(
  storage: Storage,
  options: EventsApiOptions<Host>,
  { due, features, extensions }: Pick<Site, 'due' | 'features' | 'extensions'> = {
    ...{ due: [], features: {}, extensions: {} },
  },
  makeRecorder?: () => Promise<Recorder>,
  apiPath = '',
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
    options,
    due,
    features,
    extensions,
    links: createLinks(options.baseUrl ?? 'http://localhost', apiPath, options.permalink),
    aside: new Aside(),
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
