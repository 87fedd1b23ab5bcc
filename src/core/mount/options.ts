import { wholeNumber } from '../../errors.ts'
import { DEFAULT_LIMITS } from '../../limits.ts'
import type { Storage } from '../../storage/contract.ts'
import type { OwnOptions } from '../../types/feature-options.ts'
import type {
  CorsOptions,
  Currency,
  CustomFields,
  Deliver,
  EventField,
  EventsApiOptions,
  ImagesOptions,
  PartialOptions,
  SourcesOptions,
  StandardSchema,
  ThrottleOptions,
} from '../../types/index.ts'
import type { CustomField, DeclaredFields } from '../domain/records/custom-fields.ts'
import type { PostKind } from '../domain/records/records.ts'
import type { Security } from '../schema/security.ts'

/*
 * Checks of the options when the API is made. Without them, a misspelt option would do nothing, and nobody would notice.
 */

type Type = 'string' | 'function' | 'object' | 'number' | 'boolean'

/** The type of each option, or the rows of its members. `undefined`: it is checked elsewhere. */
export type OptionRows = { readonly [name: string]: Type | OptionRows | undefined }

/** A row for each member. */
type Names<T> = Readonly<Record<keyof T & string, Type | OptionRows | undefined>>

/** Rows of options that a feature brings. */
export type OwnRows = {
  readonly [N in keyof OwnOptions]?: Type | Names<Exclude<OwnOptions[N], boolean | undefined>>
}

const LIMITS = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, 'number' as const]))

const CURRENCY: Names<Currency> = { code: 'string', symbol: 'string', position: undefined }

const CORS: Names<CorsOptions> = {
  origin: undefined,
  credentials: 'boolean',
  headers: 'object',
  maxAge: 'number',
}

const IMAGES: Names<ImagesOptions> = {
  store: 'object',
  resize: 'function',
  origins: 'object',
  contributors: 'boolean',
}

const SOURCES: Names<SourcesOptions> = { fetch: 'function', allow: 'object', onTrouble: 'function' }

const EVENT_PASSWORDS: Names<ThrottleOptions<unknown>> = {
  attempts: 'object',
  perAddress: 'number',
  perUser: 'number',
  address: 'function',
}

/** Of the core. */
const OPTIONS: Names<Omit<EventsApiOptions, keyof OwnOptions>> = {
  namespace: 'string',
  basePath: 'string',
  baseUrl: 'string',
  title: 'string',
  timezone: 'string',
  now: 'function',
  authenticate: 'function',
  securitySchemes: 'object',
  isAuthor: 'function',
  resolveImage: 'function',
  images: 'object',
  sources: 'object',
  defaultImage: undefined,
  permalink: 'function',
  organizerType: 'function',
  currency: CURRENCY,
  cors: CORS,
  editor: 'function',
  mcp: 'function',
  site: 'function',
  locale: 'string',
  startOfWeek: 'number',
  signIn: 'string',
  signOut: 'string',
  shared: undefined,
  freshness: 'number',
  limits: LIMITS,
  customFields: 'object',
  eventPasswords: EVENT_PASSWORDS,
  rateLimit: 'function',
  audit: 'function',
  onError: 'function',
  onChange: 'function',
  changes: undefined,
  deliver: undefined,
}

const CUSTOM_FIELDS: Names<CustomFields> = { event: 'object', venue: 'object', organizer: 'object' }

const EVENT_FIELD: Names<EventField> = { schema: undefined, feed: 'string', filter: 'boolean' }

const STORAGE = [
  ...(['get', 'find', 'count', 'tally'] as const),
  ...(['allocate', 'reserve', 'commit', 'migrate', 'close'] as const),
] satisfies (keyof Storage)[]

/**
 * Throws `TypeError` for a value that is not a storage, for unknown options, and for options of another type. `own`: those of
 * features.
 */
export function checkOptions<Host>(storage: Storage, options: EventsApiOptions<Host>, own: OwnRows): void {
  const value: unknown = storage
  const isObject = typeof value === 'object' && value !== null
  const missing = isObject ? STORAGE.find((name) => typeof Reflect.get(value, name) !== 'function') : ''
  if (missing !== undefined) {
    const lack =
      missing === '' ? `is ${value === null ? 'null' : typeof value}` : `has no function ${missing}`
    throw new TypeError(
      `storage: the first argument must be a storage, such as memoryStorage(), and this one ${lack}`,
    )
  }
  checkNames('options', options, { ...OPTIONS, ...own })
  const { images } = options
  if (images !== undefined) {
    checkNames('images', images, IMAGES)
    for (const name of ['put', 'remove'] as const)
      if (typeof images.store?.[name] !== 'function')
        throw new TypeError(`images.store: has no function ${name}`)
  }
  const { sources } = options
  if (sources !== undefined) {
    checkNames('sources', sources, SOURCES)
    if (typeof sources.fetch !== 'function')
      throw new TypeError('sources.fetch: must be a function, such as publicFetch()')
  }
  for (const name of Object.keys(options.securitySchemes ?? {})) {
    if (!/^[\w.-]+$/.test(name))
      throw new TypeError(`securitySchemes: a name is letters, digits, '.', '-' and '_', not ${show(name)}`)
  }
  for (const name of ['signIn', 'signOut'] as const) checkPageAddress(name, options[name])
  const { locale = 'en', startOfWeek = 0 } = options
  if (!/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(locale)) {
    throw new RangeError(`locale: ${show(locale)} is not a language tag, such as 'de-AT'`)
  }
  if (!/^[0-6]$/.test(`${startOfWeek}`)) {
    throw new RangeError(`startOfWeek: ${startOfWeek} is not 0 (Sunday) to 6 (Saturday)`)
  }
  const { currency: { position } = {} } = options
  if (position !== undefined && position !== 'prefix' && position !== 'postfix') {
    throw new RangeError(`currency.position: ${show(position)} is neither 'prefix' nor 'postfix'`)
  }
}

/**
 * An address that pages lead to. `javascript:` would run in them, and `//host`, also with what browsers read as a slash or
 * leave out, looks like a path and leads to another site.
 */
function checkPageAddress(name: string, address: string | undefined): void {
  if (address === undefined || /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(address)) return
  const isWeb = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address)
  if (!isWeb || new URL(address).username !== '') {
    throw new RangeError(
      `${name}: ${show(address)} is neither a path, such as '/login', nor an http or https URL`,
    )
  }
}

export interface DeliveryTarget {
  readonly deliver: Deliver
  /** Of its progress: no other function of the calendar has it. */
  readonly progress: string
}

/** The functions that get deliveries. Throws `TypeError` if two would share their progress: one would get nothing. */
export function deliveryTargets(option: Deliver | readonly Deliver[] = []): DeliveryTarget[] {
  const targets = [option]
    .flat()
    .flatMap((one) => one.targets ?? [one])
    .map((deliver, index) => ({ deliver, progress: deliver.progress ?? `function ${index}` }))
  const names = targets.map(({ progress }) => progress)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) {
    throw new TypeError(`deliver: two functions have the progress ${show(twice)}; name one of them otherwise`)
  }
  return targets
}

function checkNames(group: string, options: unknown, names: OptionRows): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${group}: must be an object`)
  }
  for (const [name, value] of Object.entries(options)) {
    const path = group === 'options' ? name : `${group}.${name}`
    if (!Object.hasOwn(names, name)) {
      throw new TypeError(`${path}: there is no such option; there are ${Object.keys(names).join(', ')}`)
    }
    const row = names[name]
    if (value === undefined || row === undefined) continue
    const type = typeof row === 'string' ? row : 'object'
    const isRight = typeof value === type && value !== null
    if (!isRight) throw new TypeError(`${path}: must be of type ${type}, not ${show(value)}`)
    if (typeof row !== 'string') checkNames(path, value, row)
  }
}

const show = (value: unknown): string =>
  typeof value === 'string' ? `'${value.slice(0, 80)}'` : value === null ? 'null' : typeof value

/** Safe in URLs and forms, and no name that could reach a prototype. */
const FIELD_NAME = /^(?!constructor$|prototype$)[A-Za-z][\w-]{0,63}$/
/** Names of others, RFC 5545 section 3.8.8.2. */
const FEED_NAME = /^X-[A-Z0-9-]{1,60}$/

/** The custom fields of each kind, in the order of the option. Throws `TypeError` for invalid names and schemas. */
export function declaredFields(option: CustomFields = {}): DeclaredFields {
  checkNames('customFields', option, CUSTOM_FIELDS)
  const feeds = new Set<string>()
  const declared = (kind: PostKind) =>
    Object.entries(option[kind] ?? {}).map(([name, field]): CustomField => {
      const path = `customFields.${kind}.${name}`
      const fail = (reason: string): never => {
        throw new TypeError(`${path}: ${reason}`)
      }
      if (!FIELD_NAME.test(name))
        fail("a name is 1 to 64 letters, digits, '_' and '-', and begins with a letter")
      if (isSchema(field)) return { name, schema: field }
      if (kind !== 'event' || typeof field !== 'object' || field === null || !('schema' in field))
        return fail('must be a Standard Schema, such as z.number() of zod')
      checkNames(path, field, EVENT_FIELD)
      const { schema, feed, filter } = field
      if (!isSchema(schema)) fail('schema must be a Standard Schema, such as z.number() of zod')
      if (feed === undefined) return { name, schema, filter }
      if (!FEED_NAME.test(feed)) fail(`feed must be a name such as 'X-CAPACITY', not ${show(feed)}`)
      if (feeds.has(feed)) fail(`feed: another field is ${feed} already`)
      feeds.add(feed)
      return { name, schema, feed, filter }
    })
  return { event: declared('event'), venue: declared('venue'), organizer: declared('organizer') }
}

/** Schemas of some libraries are functions. */
function isSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const standard: unknown = Reflect.get(value, '~standard')
  return (
    typeof standard === 'object' &&
    standard !== null &&
    typeof Reflect.get(standard, 'validate') === 'function'
  )
}

/** No browser asks for a password because of it. */
const DEFAULT_CHALLENGES = ['Bearer']

/** Settled, so that the documentation says what a 401 says. */
export function securityOf<Host>({ authenticate, securitySchemes }: EventsApiOptions<Host>): Security {
  const { challenges = [] } = authenticate ?? {}
  return {
    challenges: challenges.length === 0 ? DEFAULT_CHALLENGES : challenges,
    schemes: authenticate === undefined ? (securitySchemes ?? {}) : securitySchemes,
  }
}

export interface Mount {
  /** Without slashes at its ends. '' for none. */
  readonly namespace: string
  /** Base path and namespace. Begins with a slash and ends without one. */
  readonly path: string
}

const DEFAULT_NAMESPACE = 'vendor/events/v1'

/** The path of the API. Throws `RangeError` for a path that no URL has. */
export function mountOf<Host>(options: EventsApiOptions<Host>): Mount {
  const namespace = trimSlashes(options.namespace ?? DEFAULT_NAMESPACE)
  const base = trimSlashes(options.basePath ?? '')
  if (namespace === '' && base === '') {
    throw new RangeError("namespace: '' is for an API with a basePath, such as '/calendar'")
  }
  if (namespace !== '' && !/^[\w.~-]+(\/[\w.~-]+)*$/.test(namespace)) {
    throw new RangeError(`namespace: '${namespace}' is not a path of letters, digits, '-', '.', '_', '~'`)
  }
  checkPath('basePath', base)
  checkPath('namespace', namespace)
  return { namespace, path: [base, namespace].flatMap((part) => (part === '' ? [] : `/${part}`)).join('') }
}

const trimSlashes = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '')

/** Paths are compared character by character, and no URL contains `..` or blanks as they are. */
function checkPath(name: string, path: string): void {
  const { pathname, search, hash } = new URL(`http://localhost/${path}`)
  if (pathname === `/${path}` && search === '' && hash === '') return
  throw new RangeError(`${name}: no URL has the path '/${path}'; this one becomes '${pathname}'`)
}

/** The base of generated links, without a slash at its end. Throws `RangeError` for other values than http(s) URLs. */
export function siteUrl(baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined
  if (/\s/.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new RangeError(`baseUrl: '${baseUrl}' is not an absolute URL, such as 'https://town.example'`)
  }
  const { protocol, username, password, search, hash } = new URL(baseUrl)
  const isWeb = /^https?:\/\//i.test(baseUrl) && (protocol === 'https:' || protocol === 'http:')
  if (!isWeb || /[?#]/.test(baseUrl) || `${username}${password}${search}${hash}` !== '') {
    const actual = username === '' && password === '' ? `, and not '${baseUrl}'` : ', without credentials'
    throw new RangeError(`baseUrl: must be an http or https origin, with a path if need be${actual}`)
  }
  return baseUrl.replace(/(?<!\/)\/+$/, '')
}

/** Days for which entries about changes are kept; 0 without the option. */
export const keptDays = (changes: EventsApiOptions['changes'] = false): number =>
  typeof changes === 'boolean' ? Number(changes) * 30 : wholeNumber('changes.days', changes.days, 1, 36_500)

/** The options over their defaults. `undefined` counts as absent. */
export function withDefaults<T extends object>(defaults: T, options: PartialOptions<T> | undefined): T {
  const settled = { ...defaults }
  for (const name of Object.keys(defaults)) {
    const value: unknown = options === undefined ? undefined : Reflect.get(options, name)
    if (value !== undefined) Reflect.set(settled, name, value)
  }
  return settled
}
