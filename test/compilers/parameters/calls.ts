import type { Operation, Parameter } from './document.ts'
import { valuesOf } from './document.ts'

/*
 * The calls: each operation with each value of each parameter and each field, which the schemas name, and with IDs and
 * other names of what is there.
 */

export interface Call {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>> | undefined
  /** What is varied, for messages. */
  readonly about: string
}

/** What the calendar of the calls has. */
export interface There {
  readonly ids: Readonly<
    Record<'event' | 'other' | 'locked' | 'date' | 'venue' | 'hall' | 'organizer' | 'band', number>
  > &
    Readonly<
      Record<'category' | 'child' | 'tag' | 'word' | 'brought' | 'media' | 'suggestion' | 'source', number>
    >
  readonly secret: string
  readonly file: string
  readonly syncToken: string
  readonly namespace: string
  readonly etags: Readonly<Record<string, string>>
}

/** The kind of record that is at a path, by its first word. */
const KINDS = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
  media: 'media',
  suggestions: 'suggestion',
  sources: 'source',
} as const
const SLUGS: Readonly<Record<string, string>> = { events: 'opening', venues: 'barn', organizers: 'friends' }
/** Those that are merged into the record of the path. */
const MERGED = { venues: 'hall', organizers: 'band', categories: 'child', tags: 'word' } as const

const firstWord = (path: string): string => path.split(/[/.]/)[1] ?? ''
const has = <T extends object>(table: T, name: PropertyKey): name is keyof T => name in table

/** What a path leads to: where an event has a password, or is one of several dates, that one. */
function pathOf({ path }: Operation, there: There, about: string): Record<string, unknown> {
  const word = firstWord(path)
  const kind = has(KINDS, word) ? KINDS[word] : 'event'
  const isLocked = /password/i.test(about)
  const isDate = about.startsWith('scope')
  const id = path.endsWith('/follow')
    ? there.ids.brought
    : isLocked
      ? there.ids.locked
      : isDate
        ? there.ids.date
        : there.ids[kind]
  const slug = isLocked ? 'locked' : (SLUGS[word] ?? '')
  const all = { id, slug, n: 1, file: there.file }
  return Object.fromEntries(Object.entries(all).filter(([name]) => path.includes(`{${name}}`)))
}

/** Values of names that mean something of this calendar. */
function namedValues({ path }: Operation, name: string, there: There): unknown[] | undefined {
  const { ids } = there
  const one = (value: number) => [value, String(value), [value]]
  const isTerms = /^\/(categories|tags)/.test(path)
  const isEvents = path.startsWith('/events')
  const [category, other] = path.startsWith('/tags') ? [ids.tag, ids.word] : [ids.category, ids.child]
  const inQueries: Record<string, unknown[] | undefined> = {
    categories: [ids.category, 'music', [ids.category, ids.child], ['music', ids.child]],
    tags: [ids.tag, 'loud', [ids.tag, ids.word]],
    venue: [...one(ids.venue), [ids.venue, ids.hall]],
    organizer: [...one(ids.organizer), [ids.organizer, ids.band]],
    include: isTerms ? [category, [category, other]] : [...one(ids.event), [ids.event, ids.other]],
    exclude: [category, [category, other]],
    parent: [ids.category],
    post: [ids.event],
    event: [ids.event],
    post_parent: [ids.event],
    author: [7, '7', 'ada', [7, 'ada']],
    modified_before: ['2027-02-01'],
    slug: [path.startsWith('/tags') ? 'loud' : 'music'],
    search: isEvents ? ['opening', '"opening night"'] : ['ba', 'bridge'],
    password: ['sesame'],
    'X-Event-Password': ['sesame'],
    'X-Suggestion-Secret': [there.secret],
    'If-Match': [there.etags[path] ?? '*'],
    'If-None-Match': ['"another"'],
    'If-Unmodified-Since': ['Mon, 01 Mar 2027 12:00:00 GMT'],
    namespace: [there.namespace],
    sync_token: [there.syncToken],
    cursor: [''],
  }
  return inQueries[name]
}

/** Parameters that go together. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  geoloc_lat: { geoloc_lng: 13.4 },
  geoloc_lng: { geoloc_lat: 52.5 },
  geoloc_radius: { geoloc_lat: 53, geoloc_lng: 13.4 },
  strict_dates: { starts_before: '2027-05-01 12:00' },
}

/** Without a secret there is no suggestion to see. */
const alwaysSent = ({ id, path }: Operation, there: There): Record<string, unknown> =>
  path.startsWith('/suggestions/') && id !== 'readEditPage' ? { 'X-Suggestion-Secret': there.secret } : {}

/** The fields without which a create is refused, or which an operation needs. */
function smallestBody({ id, path, method }: Operation, there: There): Record<string, unknown> | undefined {
  const word = firstWord(path)
  if (id === 'runBatch') return { requests: [{ path: '/events' }] }
  if (path.endsWith('/merge')) return { from: [there.ids[has(MERGED, word) ? MERGED[word] : 'hall']] }
  const dates = { start_date: '2027-05-02 18:00', end_date: '2027-05-02 20:00' }
  switch (id) {
    case 'createEvent':
      return { title: 'New', ...dates }
    case 'createVenue':
      return { venue: 'New' }
    case 'createOrganizer':
      return { organizer: 'New' }
    case 'createCategory':
    case 'createTag':
      return { name: 'New' }
    case 'createSuggestion':
      return { title: 'New', ...dates, contact: { email: 'ada@example.com' } }
    case 'createSource':
      return { url: 'https://example.com/new.ics' }
  }
  return method === 'GET' || method === 'DELETE' ? undefined : {}
}

/** Values of a field of a body, and what must go with it. */
function bodiesOf(operation: Operation, name: string, there: There): Record<string, unknown>[] {
  const { ids } = there
  const isSource = operation.path.startsWith('/sources')
  const isSuggestion = operation.path.startsWith('/suggestions')
  const known: Record<string, unknown[] | undefined> = {
    ...(isSuggestion ? { venue: ['Barn', null], organizer: ['Ada', ['Ada', 'Bo'], null] } : {}),
    ...(!isSuggestion && operation.path.startsWith('/events')
      ? {
          venue: [
            ids.venue,
            `${ids.venue},${ids.hall}`,
            [ids.venue],
            { venue: 'Field' },
            [{ venue: 'Field' }],
            null,
            false,
          ],
          organizer: [ids.band, `${ids.band}`, [{ organizer: 'Trio' }, ids.band], null, false],
        }
      : {}),
    categories: [ids.category, 'music', ['music', ids.child], { id: ids.child }, null, false],
    tags: [ids.tag, 'loud,new', ['new', { id: ids.word }], null],
    post_parent: [ids.other, String(ids.other), 0, null],
    parent: [ids.child, 0, null].filter((one) => one !== ids.child || operation.id === 'createCategory'),
    recurrence: [{ rrule: 'FREQ=WEEKLY;COUNT=3' }, null],
    timezone: ['Europe/Berlin', 'UTC+5:30', null],
    website: ['https://example.com/', '', null],
    virtual_url: ['https://example.com/', '', null],
    contact: [{ email: 'ada@example.com', name: 'Ada', message: 'Hello' }],
    utc_start_date: ['2027-05-01 16:00:00'],
    utc_end_date: ['2027-05-01 18:00:00'],
    previous_start_date: ['2027-04-01 18:00:00', '', null],
    cost: [5, '$10 - $25', ['5', '10'], null, false],
    image: ['https://example.com/a.png', ids.media, 0, null, false],
    website_confirm: ['', null],
    slug: [operation.id.toLowerCase()],
    requests: [
      [{ path: '/events' }],
      [{ method: 'PATCH', path: `/events/${ids.event}`, body: { title: 'x' } }],
    ],
    url: ['https://example.com/other.ics'],
    map: [{ Concerts: 'music', Talks: ids.child }, null],
    from: [smallestBody(operation, there)?.from],
    ...(isSource
      ? {
          categories: [ids.category, 'music', ['music', ids.child], null, false],
          tags: [ids.tag, 'loud,new', ['new', ids.word], null],
          venue: [ids.venue, 'Barn', null, false],
          timezone: ['Europe/Berlin', null],
        }
      : {}),
  }
  const schema = operation.fields[name] ?? {}
  const beside = name === 'start_date' ? { end_date: '2027-05-01 20:00:00' } : {}
  const own = name === 'end_date' ? { start_date: '2027-04-30 18:00:00' } : {}
  // A flag that a password hides is answered as null, which is refused when it is sent back.
  const isFlag = JSON.stringify(schema).includes('"boolean"') && !operation.path.startsWith('/venues')
  const isWord = name === 'event_status' || name === 'virtual_event_type'
  const values = known[name] ?? valuesOf(schema).filter((value) => !(value === null && (isFlag || isWord)))
  return values.map((value) => ({ ...own, [name]: value, ...beside }))
}

const placed = (parameters: readonly Parameter[], values: Record<string, unknown>) => {
  const places: Record<'path' | 'query' | 'header', Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
  }
  for (const [name, value] of Object.entries(values))
    places[parameters.find((one) => one.name === name)?.in ?? 'query'][name] = value
  return places
}

/** All calls of an operation. The first one sends only what it must. */
export function callsOf(operation: Operation, there: There): Call[] {
  const always = alwaysSent(operation, there)
  const least = smallestBody(operation, there)
  const call = (
    values: Record<string, unknown>,
    about: string,
    fields: Record<string, unknown> = {},
  ): Call => {
    const { query, header } = placed(operation.parameters, { ...always, ...values })
    return {
      path: pathOf(operation, there, about),
      query,
      header,
      ...(least === undefined || operation.isUpload ? {} : { body: { ...least, ...fields } }),
      about,
    }
  }
  const parameters = operation.parameters.filter(({ in: place }) => place !== 'path')
  // Another method or path of an update, with the same fields.
  const isAlias = /With(PUT|POST)$|BySlug$/.test(operation.id)
  // The name of a term is new, and so is the address of a source.
  const isNew = (made: Call, at: number): Call => {
    const own =
      operation.id === 'createSource' ? { url: `https://example.com/${at}.ics` } : { name: `New ${at}` }
    return /^create(Category|Tag|Source)$/.test(operation.id)
      ? { ...made, body: { ...made.body, ...own } }
      : made
  }
  const all = [
    call({}, ''),
    ...parameters.flatMap(({ name, schema }) =>
      (namedValues(operation, name, there) ?? valuesOf(schema))
        .slice(0, isAlias ? 1 : undefined)
        .map((value) => call({ ...BESIDE[name], [name]: value }, `${name}=${JSON.stringify(value)}`)),
    ),
    ...Object.keys(operation.fields).flatMap((name) =>
      least === undefined || isAlias
        ? []
        : bodiesOf(operation, name, there).map((fields) =>
            call({}, `body ${JSON.stringify(fields)}`, fields),
          ),
    ),
  ]
  return all.map(isNew)
}
