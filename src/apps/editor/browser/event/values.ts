import type { ClientEvent, EventInput, Image } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import type { Chosen } from '../parts/chosen.ts'
import { EVENT_STATUSES } from './event-statuses.ts'
import { PLAIN_FIELDS, type PlainFormValues, plainValuesOf } from './plain-fields.ts'
import { NEVER, type Repeats, repeatsOf, ruleOf } from './repeats.ts'
import { isSource, shownText } from './shown-text.ts'

/*
 * The fields of the form, and how they become those of the interface. Only what was changed is sent.
 */

export interface EventValues extends PlainFormValues {
  readonly title: string
  readonly startDay: string
  readonly startTime: string
  readonly endDay: string
  readonly endTime: string
  readonly zone: string
  readonly allDay: boolean
  readonly repeats: Repeats
  readonly venue: readonly Chosen[]
  readonly organizer: readonly Chosen[]
  readonly categories: readonly Chosen[]
  readonly tags: readonly Chosen[]
  readonly author: readonly Chosen[]
  /** HTML. */
  readonly description: string
  readonly excerpt: string
  readonly cost: string
  readonly website: string
  readonly slug: string
  /** Sent only if it was typed. */
  readonly password: string
  readonly eventStatus: string
  readonly reason: string
  readonly isVirtual: boolean
  readonly virtualUrl: string
  readonly image: Image | null
  readonly featured: boolean
  readonly sticky: boolean
  readonly isPrivate: boolean
  readonly showMap: boolean
  readonly showMapLink: boolean
  readonly publicationDay: string
  readonly publicationTime: string
  readonly custom: Readonly<Record<string, unknown>>
}

export type Key = keyof EventValues

export const EMPTY: EventValues = {
  ...plainValuesOf({}),
  title: '',
  startDay: '',
  startTime: '19:00',
  endDay: '',
  endTime: '21:00',
  zone: 'UTC',
  allDay: false,
  repeats: NEVER,
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  author: [],
  description: '',
  excerpt: '',
  cost: '',
  website: '',
  slug: '',
  password: '',
  eventStatus: 'scheduled',
  reason: '',
  isVirtual: false,
  virtualUrl: '',
  image: null,
  featured: false,
  sticky: false,
  isPrivate: false,
  showMap: true,
  showMapLink: true,
  publicationDay: '',
  publicationTime: '',
  custom: {},
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const chosenTerm = ({ id, name }: { id: number; name: string }): Chosen => ({ id, name: plainText(name) })

export function valuesOf(event: ClientEvent): EventValues {
  const [startDay = '', startTime = ''] = event.start_date.split(' ')
  const [endDay = '', endTime = ''] = event.end_date.split(' ')
  const [publicationDay = '', publicationTime = ''] = event.date.split(' ')
  const isUnpublished = event.date_utc.startsWith('0000')
  return {
    ...plainValuesOf(event),
    title: shownText(event.title),
    startDay,
    startTime: startTime.slice(0, 5),
    endDay,
    endTime: endTime.slice(0, 5),
    zone: event.timezone,
    allDay: event.all_day === true,
    repeats: repeatsOf(event.recurrence, startDay),
    venue: event.venue.map(({ id, venue }) => ({ id, name: plainText(venue) })),
    organizer: event.organizer.map(({ id, organizer }) => ({ id, name: plainText(organizer) })),
    categories: event.categories.map(chosenTerm),
    tags: event.tags.map(chosenTerm),
    author: [{ id: event.author, name: event.author }],
    description: event.description,
    excerpt: shownText(event.excerpt),
    cost: plainText(event.cost),
    website: event.website === event.url ? '' : event.website,
    slug: event.slug,
    password: '',
    eventStatus: event.event_status ?? 'scheduled',
    reason: event.event_status_reason ?? '',
    isVirtual: event.is_virtual === true,
    virtualUrl: event.virtual_url ?? '',
    image: event.image,
    featured: event.featured === true,
    sticky: event.sticky === true,
    isPrivate: event.status === 'private',
    showMap: event.show_map === true,
    showMapLink: event.show_map_link === true,
    publicationDay: isUnpublished ? '' : publicationDay,
    publicationTime: isUnpublished ? '' : publicationTime.slice(0, 5),
    custom: Array.isArray(event.custom_fields) ? {} : { ...event.custom_fields },
  }
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isKey = (name: string): name is Key => Object.hasOwn(EMPTY, name)

/** The fields that differ. */
export const changedKeys = (values: EventValues, base: EventValues): Key[] =>
  Object.keys(values)
    .filter(isKey)
    .filter((key) => !isSame(values[key], base[key]))

const TIMES: readonly Key[] = ['startDay', 'startTime', 'endDay', 'endTime', 'allDay', 'zone']

type Body = Partial<EventInput>

const statusOf = (value: string) => EVENT_STATUSES.find(([name]) => name === value)?.[0]

/** `made`: the one field that a new venue or organizer needs. IDs of these are numbers. */
const linked = <N>(chosen: readonly Chosen[], made: (name: string) => N) =>
  chosen.length === 0
    ? null
    : chosen.map(({ id, name }) => (typeof id === 'number' ? id : made(escaped(name))))

const plainInput = (values: EventValues, keys: readonly Key[]): Body =>
  Object.fromEntries(
    PLAIN_FIELDS.filter(({ name }) => keys.includes(name)).map(({ name, row }) => [
      name,
      row.plain === 'url' ? addressOf(String(values[name])) : values[name],
    ]),
  )

/** What to send so that the fields named become as they are here. */
export function inputOf(values: EventValues, keys: readonly Key[], base?: ClientEvent): Body {
  const has = (...names: Key[]) => names.some((name) => keys.includes(name))
  const wall = (day: string, time: string) => (values.allDay ? day : `${day} ${time}`)
  const terms = (chosen: readonly Chosen[]) => chosen.map((one) => one.id ?? one.name)
  const html = (text: string, before: string | undefined) =>
    before !== undefined && isSource(before) ? text : escaped(text)
  const { repeats } = values
  const recurrence =
    repeats.frequency === 'never'
      ? null
      : { rrule: ruleOf(repeats, values.startDay), exdate: [...repeats.skipped], rdate: [...repeats.added] }
  return {
    ...plainInput(values, keys),
    ...(has('title') ? { title: html(values.title, base?.title) } : {}),
    ...(has(...TIMES)
      ? {
          start_date: wall(values.startDay, values.startTime),
          end_date: wall(values.endDay, values.endTime),
          timezone: values.zone,
          all_day: values.allDay,
        }
      : {}),
    ...(has('repeats') ? { recurrence } : {}),
    ...(has('categories') ? { categories: terms(values.categories) } : {}),
    ...(has('tags') ? { tags: terms(values.tags) } : {}),
    ...(has('author') && values.author[0] !== undefined
      ? { author: values.author[0].id ?? values.author[0].name }
      : {}),
    ...(has('description') ? { description: values.description } : {}),
    ...(has('excerpt') ? { excerpt: html(values.excerpt, base?.excerpt) } : {}),
    ...(has('cost') ? { cost: values.cost } : {}),
    ...(has('website') ? { website: addressOf(values.website) } : {}),
    ...(has('slug') ? { slug: values.slug } : {}),
    ...(has('password') ? { password: values.password } : {}),
    ...(has('eventStatus') ? { event_status: statusOf(values.eventStatus) } : {}),
    ...(has('reason') ? { event_status_reason: values.reason } : {}),
    ...(has('isVirtual') ? { is_virtual: values.isVirtual } : {}),
    ...(has('virtualUrl') ? { virtual_url: addressOf(values.virtualUrl) } : {}),
    ...(has('image') ? { image: values.image === null ? '' : values.image.id || values.image.url } : {}),
    ...(has('featured') ? { featured: values.featured } : {}),
    ...(has('sticky') ? { sticky: values.sticky } : {}),
    ...(has('showMap') ? { show_map: values.showMap } : {}),
    ...(has('showMapLink') ? { show_map_link: values.showMapLink } : {}),
    ...(has('publicationDay', 'publicationTime') && values.publicationDay !== ''
      ? { date: `${values.publicationDay} ${values.publicationTime || '00:00'}` }
      : {}),
    ...(has('custom') ? { custom_fields: { ...values.custom } } : {}),
    ...(has('venue') ? { venue: linked(values.venue, (venue) => ({ venue })) } : {}),
    ...(has('organizer') ? { organizer: linked(values.organizer, (organizer) => ({ organizer })) } : {}),
  }
}

/** People leave `https://` out. */
export const addressOf = (text: string): string => {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}
