import { computed, signal } from '@preact/signals'
import { type ClientEvent, type EventInput, etagOf } from '../../../../client.ts'
import { client, faultsOf, statusOf } from '../api.ts'
import { minutesBetween, plusDays, plusMinutes } from '../dates/days.ts'
import { type About, keepAbout } from '../images/about.ts'
import { dropDraft, keepDraft } from './drafts.ts'
import { PLAIN_FIELDS } from './plain-fields.ts'
import { changedKeys, EMPTY, type EventValues, inputOf, isSame, type Key, valuesOf } from './values.ts'

export type Scope = 'this' | 'future' | 'all'

/** A field that both sides have changed. */
export interface Clash {
  readonly key: Key
  readonly mine: EventValues
  readonly theirs: EventValues
}

/** What somebody else has done meanwhile, where both have changed the same. */
export class Conflict extends Error {
  readonly clashes: readonly Clash[]
  constructor(clashes: readonly Clash[]) {
    super('conflict')
    this.clashes = clashes
  }
}

/** The state of the form: what was loaded, what stands in it, and how it is saved. */
export class EventForm {
  readonly event = signal<ClientEvent | undefined>(undefined)
  readonly values
  readonly base
  readonly faults = signal<Readonly<Record<string, string>>>({})
  readonly isSaving = signal(false)
  /** Of its image, where that is one of the calendar. */
  readonly about = signal<About | undefined>(undefined)
  readonly isChanged
  #etag: string | undefined
  /** Else the end date follows the times: 22:00 to 02:00 ends on the next day. */
  #isEndChosen: boolean
  /** The same for each attempt, so that a lost answer makes no second event. */
  readonly #key = crypto.randomUUID()

  /** Of a copy: what no field of the form shows. */
  readonly #unshown: Partial<EventInput>

  constructor(initial: EventValues, event?: ClientEvent, unshown: Partial<EventInput> = {}) {
    this.#unshown = unshown
    this.values = signal(initial)
    this.base = signal(event === undefined ? initial : valuesOf(event))
    this.event.value = event
    this.#isEndChosen = initial.endDay !== '' && initial.endDay !== lastDay(initial)
    this.#etag = event === undefined ? undefined : etagOf(event)
    this.isChanged = computed(() => changedKeys(this.values.value, this.base.value).length > 0)
  }

  get id(): number | undefined {
    return this.event.value?.id
  }

  /** One date of a series. */
  get isDate(): boolean {
    return this.event.value?.recurrence_id !== undefined
  }

  set<K extends Key>(key: K, value: EventValues[K]): void {
    this.change({ [key]: value })
  }

  change(changes: Partial<EventValues>): void {
    const before = this.values.value
    let after: EventValues = { ...before, ...changes }
    if (changes.endDay !== undefined) this.#isEndChosen = changes.endDay !== ''
    const isMoved = after.startDay !== before.startDay || after.startTime !== before.startTime
    if (isMoved && changes.endDay === undefined && changes.endTime === undefined)
      after = withEnd(before, after)
    else if (changes.endTime !== undefined && changes.endTime !== '' && !this.#isEndChosen)
      after = { ...after, endDay: lastDay(after) }
    this.values.value = after
    const { faults } = this
    if (Object.keys(faults.value).length > 0) {
      const rest = Object.entries(faults.value).filter(
        ([name]) => !FIELDS_OF[name]?.some((key) => key in changes),
      )
      faults.value = Object.fromEntries(rest)
    }
    keepDraft(this.id, { values: after, base: this.base.value, etag: this.#etag })
  }

  /** An end date that nobody has given is the one that the times mean. */
  addEndDay(): void {
    const values = this.values.value
    if (values.endDay === '') this.values.value = { ...values, endDay: lastDay(values) }
  }

  /** Goes on with text that was not saved, from before the page was closed. */
  restore(values: EventValues, etag: string | undefined, base: EventValues): void {
    this.values.value = values
    this.base.value = base
    this.#isEndChosen = values.endDay !== '' && values.endDay !== lastDay(values)
    if (etag !== undefined) this.#etag = etag
  }

  discard(): void {
    this.values.value = this.base.value
    dropDraft(this.id)
  }

  /**
   * Saves what was changed. `further`: fields beside the form, such as the status. Resolves to the saved event. Throws a
   * `Conflict` if somebody else has changed the same fields.
   */
  async save(further: Readonly<Record<string, unknown>> = {}, scope?: Scope): Promise<ClientEvent> {
    if (this.isSaving.value) throw new Error('saving')
    this.isSaving.value = true
    this.faults.value = {}
    const sent = this.values.value
    try {
      await keepAbout(this.about)
      const saved = await this.#send(sent, further, scope)
      const id = this.id
      // Answers to writes do not say who suggested it.
      const suggestion = this.event.value?.suggestion
      this.event.value = suggestion === undefined ? saved : { ...saved, suggestion }
      this.#etag = etagOf(saved)
      const base = valuesOf(saved)
      // What was typed while the answer was on its way stays.
      const typed = changedKeys(this.values.value, sent)
      this.base.value = base
      this.values.value = { ...base, ...pick(this.values.value, typed) }
      dropDraft(id)
      return saved
    } catch (error) {
      this.faults.value = faultsOf(error)
      throw error
    } finally {
      this.isSaving.value = false
    }
  }

  async #send(values: EventValues, further: object, scope: Scope | undefined): Promise<ClientEvent> {
    const event = this.event.value
    if (event === undefined) {
      const keys = changedKeys(values, emptied(values))
      // What every event needs, what the form shows as set and the interface has not by itself, and what was filled in.
      const needed: Key[] = ['title', 'startDay', 'zone', 'showMap', 'showMapLink', ...keys]
      const sent = inputOf(values, needed)
      const { title = '', start_date = '', end_date = '' } = sent
      const body = { ...this.#unshown, ...sent, title, start_date, end_date, ...further }
      return client.events.create(body, { idempotencyKey: this.#key, warn: true })
    }
    const keys = changedKeys(values, this.base.value)
    const body = { ...inputOf(values, keys, event), ...further }
    const options = { ifMatch: this.#etag, warn: true, ...(scope === undefined ? {} : { scope }) }
    try {
      return await client.events.update(event.id, body, options)
    } catch (error) {
      if (statusOf(error) !== 412) throw error
      await this.#merge(event.id)
      return this.#send(this.values.value, further, scope)
    }
  }

  /** Takes over what only the other side has changed. Throws a `Conflict` for the rest. */
  async #merge(id: number): Promise<void> {
    const theirs = await client.events.get(id)
    const [base, mine, other] = [this.base.value, this.values.value, valuesOf(theirs)]
    const ours = changedKeys(mine, base)
    const clashes = ours
      .filter((key) => !isSame(other[key], base[key]) && !isSame(other[key], mine[key]))
      .map((key) => ({ key, mine, theirs: other }))
    this.event.value = theirs
    this.#etag = etagOf(theirs)
    this.base.value = other
    this.values.value = { ...other, ...pick(mine, ours) }
    if (clashes.length > 0) throw new Conflict(clashes)
  }
}

const pick = (values: EventValues, keys: readonly Key[]): Partial<EventValues> =>
  Object.fromEntries(keys.map((key) => [key, values[key]]))

/** A new event says only what differs from an empty one. */
const emptied = ({ title, startDay, startTime, endDay, endTime, zone }: EventValues): EventValues => ({
  ...EMPTY,
  ...{ title, startDay, startTime, endDay, endTime, zone },
})

/** Fields of the form by fields of the interface, whose faults they show. */
export const FIELDS_OF: Readonly<Record<string, readonly Key[]>> = {
  title: ['title'],
  start_date: ['startDay', 'startTime'],
  end_date: ['endDay', 'endTime'],
  timezone: ['zone'],
  recurrence: ['repeats'],
  venue: ['venue'],
  organizer: ['organizer'],
  categories: ['categories'],
  tags: ['tags'],
  author: ['author'],
  description: ['description'],
  excerpt: ['excerpt'],
  cost: ['cost'],
  website: ['website'],
  slug: ['slug'],
  password: ['password'],
  event_status: ['eventStatus'],
  event_status_reason: ['reason'],
  virtual_url: ['virtualUrl'],
  image: ['image'],
  date: ['publicationDay', 'publicationTime'],
  ...Object.fromEntries(PLAIN_FIELDS.map(({ name }) => [name, [name]])),
}

/** The last day of an event of which nobody says it. */
const lastDay = ({ startDay, startTime, endTime, allDay }: EventValues): string =>
  allDay || startDay === '' || startTime === '' || endTime === '' || endTime >= startTime
    ? startDay
    : plusDays(startDay, 1)

/** The end moves with the start. */
function withEnd(before: EventValues, after: EventValues): EventValues {
  if (after.startDay === '' || after.startTime === '') return after
  if (before.startDay === '' || before.startTime === '' || before.endDay === '' || before.endTime === '') {
    const length = minutesBetween(
      `${after.startDay} ${before.startTime || '19:00'}`,
      `${after.startDay} ${after.endTime || '21:00'}`,
    )
    const [endDay = '', endTime = ''] = plusMinutes(
      `${after.startDay} ${after.startTime}`,
      length < 0 ? length + 1440 : length,
    ).split(' ')
    return { ...after, endDay, endTime }
  }
  const length = minutesBetween(
    `${before.startDay} ${before.startTime}`,
    `${before.endDay} ${before.endTime}`,
  )
  if (length < 0) return after
  const [endDay = '', endTime = ''] = plusMinutes(`${after.startDay} ${after.startTime}`, length).split(' ')
  return { ...after, endDay, endTime }
}
