import { grouped } from '../../../src/core/domain/grouped.ts'
import type { Storage } from '../../../src/storage/contract.ts'
import { Dice } from '../../../src/testing/dice.ts'
import { at, idOf, listOf } from '../../routes/calendar.ts'
import {
  type ChangedDate,
  type Entry,
  hoursBetween,
  instantOf,
  later,
  laterByDays,
  occurrencesOf,
  spanOf,
} from './entries.ts'
import { Known } from './model.ts'
import { MOODS, Publisher, type Shape } from './publisher.ts'
import { type Subscription, Town } from './town.ts'

/*
 * Steps of people on both sides, by dice: publishers edit their calendars and their servers fail, and editors here change what
 * has come. After each step the sources are read, and the calendar is compared with the model.
 */

const WORDS = [
  'Choir',
  'Story time',
  'Market',
  'Yoga',
  'Chess',
  'Cinema',
  'Lecture',
  'Bazaar',
  'Concert',
  'Walk',
]
const PLACES = ['Library', 'Town hall', 'Old mill', 'Church, nave', 'Park']

const HOUR = 3_600_000

export class History {
  readonly town: Town
  readonly dice: Dice
  /** What was done, for who looks for a fault. */
  readonly log: string[] = []
  #keys = 0
  /** Out of a feed for a while. */
  readonly #vanished: { readonly publisher: Publisher; readonly entry: Entry }[] = []
  /** Series that were split here. */
  readonly #split = new Set<number>()

  constructor(storage: Storage, seed: number, start = '2027-03-01T12:30:00Z') {
    this.town = new Town(storage, start)
    this.dice = new Dice(seed)
  }

  /** Sources of these shapes, each with a few events. */
  async begin(shapes: readonly Shape[]): Promise<void> {
    for (const [number, shape] of shapes.entries()) {
      const publisher = new Publisher(`${shape.toLowerCase()}${number}`, shape)
      publisher.entries = Array.from({ length: 4 + this.dice.upTo(5) }, () => this.#newEntry(shape))
      await this.town.subscribe(publisher, this.dice.chance(4) ? 'pending' : 'publish')
    }
  }

  /** One edit, there or here. */
  async step(): Promise<void> {
    const subscription = this.dice.oneOf(this.town.subscriptions)
    const { publisher } = subscription
    // A server is well again after a while, and always before its events change once more.
    // After 410 a person asks for it again.
    if (publisher.mood === 'gone')
      await this.town.write('PATCH', `/sources/${subscription.id}`, { paused: false })
    publisher.mood = 'well'
    if (this.dice.chance(6)) {
      publisher.mood = this.dice.oneOf(MOODS)
      this.#note(`${publisher.name} is in the mood ${publisher.mood}`)
    } else if (this.dice.chance(2)) this.#publish(subscription)
    else await this.#change()
  }

  #note(text: string): void {
    this.log.push(`${this.town.now.toISOString()} ${text}`)
  }

  #newEntry(shape: Shape): Entry {
    const key = ++this.#keys
    const { dice } = this
    const isSeries = dice.chance(4)
    const isDay = !isSeries && dice.chance(6)
    const today = this.town.now.toISOString().slice(0, 10)
    const day = laterByDays(`${today} 00:00:00`, 1 + dice.upTo(80))
    const start = isDay ? day : later(day, 8 + dice.upTo(14))
    return {
      ...{
        key,
        uid: 0,
        version: 0,
        title: `${dice.oneOf(WORDS)} ${key}`,
        text: dice.chance(3) ? '' : `About ${key}`,
      },
      ...{
        place: dice.oneOf(PLACES),
        start,
        hours: isDay ? 24 * (1 + dice.upTo(2)) : 1 + dice.upTo(3),
        isDay,
      },
      isCanceled: false,
      series:
        isSeries && shape !== 'site' ? { weeks: 3 + dice.upTo(4), without: [], changed: {} } : undefined,
    }
  }

  #publish(subscription: Subscription): void {
    const { publisher } = subscription
    const { dice, town } = this
    const now = town.now.getTime()
    // What is over when it is read does not change.
    const isComing = (entry: Entry) => spanOf(entry).from > now + 240 * HOUR
    const coming = publisher.entries.filter(isComing)
    const put = (entry: Entry, what: string) => {
      this.#note(`${publisher.name}: ${what} ${JSON.stringify(entry)}`)
      const next = { ...entry, version: entry.version + 1 }
      publisher.entries = publisher.entries.map((one) => (one.key === entry.key ? next : one))
    }
    const add = (fresh: Entry, what: string) => {
      this.#note(`${publisher.name}: ${what} ${JSON.stringify(fresh)}`)
      publisher.entries = [...publisher.entries, fresh]
    }
    if (dice.chance(5) && this.#writeOtherwise(subscription)) return
    const entry = coming.length === 0 ? undefined : dice.oneOf(coming)
    // What gets another title and another UID between two readings, nobody knows again.
    const isTold = entry !== undefined && publisher.told.includes(entry)
    const back = this.#vanished.findIndex((one) => one.publisher === publisher && isComing(one.entry))
    const [returned] = back >= 0 && dice.chance(2) ? this.#vanished.splice(back, 1) : []
    const kind = dice.upTo(14)
    if (returned !== undefined) add(returned.entry, 'back')
    else if (entry === undefined || kind < 2 || publisher.entries.length < 3)
      add(this.#newEntry(publisher.shape), 'new')
    else if (kind === 2 && isTold) put({ ...entry, title: this.#newTitle(entry) }, 'title')
    else if (kind === 3) put({ ...entry, text: `New text ${entry.version}` }, 'text')
    else if (kind === 4 && isTold && this.#mayMove(entry))
      put({ ...entry, start: laterByDays(entry.start, 1 + dice.upTo(6)) }, 'move')
    else if (kind === 5) put({ ...entry, isCanceled: !entry.isCanceled }, 'cancel')
    else if (kind === 6 && isTold) put({ ...entry, place: dice.oneOf(PLACES) }, 'place')
    else if (kind === 7 || kind === 8) {
      this.#note(`${publisher.name}: without ${entry.title}`)
      publisher.entries = publisher.entries.filter((one) => one !== entry)
      if (kind === 8) this.#vanished.push({ publisher, entry })
    } else if (kind === 9 && isTold) put({ ...entry, uid: entry.uid + 1 }, 'uid')
    else if (kind === 10 && isTold && this.#mayMove(entry))
      put({ ...entry, uid: entry.uid + 1, start: laterByDays(entry.start, 1 + dice.upTo(20)) }, 'made anew')
    else if (kind === 11) this.#copy(subscription)
    else if (entry.series !== undefined && !this.#split.has(entry.key))
      put(this.#exception(entry), 'exception')
    else put({ ...entry, text: '' }, 'no text')
  }

  /** A series becomes an event for each date to come, or such events a series. Only what nobody has touched, there or here. */
  #writeOtherwise({ id, publisher, keepGone }: Subscription): boolean {
    const { dice, town } = this
    const now = town.now.getTime()
    if (keepGone || publisher.shape === 'site') return false
    const isUntouched = (entry: Entry) => {
      const { key, isCanceled, series } = entry
      return (
        publisher.told.includes(entry) &&
        !isCanceled &&
        !this.#split.has(key) &&
        Object.keys(series?.changed ?? {}).length + (series?.without.length ?? 0) === 0 &&
        town.model.known.some(
          ({ claims, own, dates, isHere, isFollowing, splitAt, canceledAt }) =>
            claims[0]?.key === key &&
            claims[0].source === id &&
            claims.length === 1 &&
            isHere &&
            !isFollowing &&
            canceledAt === undefined &&
            splitAt === undefined &&
            Object.keys(own).length + dates.size === 0,
        )
      )
    }
    // It is read within three days.
    const isSoon = ({ at }: { readonly at: string }) => Math.abs(instantOf(at) - now - 36 * HOUR) <= 36 * HOUR
    const isTidy = (entry: Entry) => isUntouched(entry) && !occurrencesOf(entry).some(isSoon)
    const alike = grouped(
      publisher.entries.filter((entry) => isTidy(entry) && spanOf(entry).from > now),
      ({ title, place, series }) => `${title} ${place} ${series === undefined}`,
    )
    const weekly = [...alike.values()].filter(
      (entries) =>
        entries.length > 1 &&
        entries.every(({ start }, week) => start === laterByDays(entries[0]?.start ?? '', 7 * week)),
    )
    const [first, ...rest] = weekly.length === 0 ? [] : dice.oneOf(weekly)
    if (first !== undefined) {
      const series = { weeks: 1 + rest.length, without: [], changed: {} }
      const joined = { ...first, key: ++this.#keys, uid: 0, version: 0, series }
      this.#note(`${publisher.name}: joined ${JSON.stringify(joined)}`)
      publisher.entries = [...publisher.entries.filter((one) => one !== first && !rest.includes(one)), joined]
      return true
    }
    const isSeries = (entry: Entry) =>
      entry.series !== undefined && occurrencesOf(entry).some(({ at }) => instantOf(at) > now)
    const open = publisher.entries.filter((entry) => isSeries(entry) && isTidy(entry))
    if (open.length === 0) return false
    const entry = dice.oneOf(open)
    const single = occurrencesOf(entry)
      .filter(({ at }) => instantOf(at) > now)
      .map(({ at: start }) => {
        const bare = { ...entry, key: ++this.#keys, uid: 0, version: 0, start }
        return { ...bare, series: undefined }
      })
    this.#note(`${publisher.name}: apart ${JSON.stringify(entry)}`)
    publisher.entries = [...publisher.entries.filter((one) => one !== entry), ...single]
    return true
  }

  #newTitle(entry: Entry): string {
    return `${this.dice.oneOf(WORDS)} ${entry.key}, part ${entry.version}`
  }

  /** A series whose dates have been changed does not move as a whole. */
  #mayMove({ key, series }: Entry): boolean {
    if (series === undefined) return true
    return series.without.length + Object.keys(series.changed).length === 0 && !this.#split.has(key)
  }

  /** What is here already is in another calendar, too. Copies in the same one have tests of their own. */
  #copy({ id, publisher }: Subscription): void {
    const { dice, town } = this
    const now = town.now.getTime()
    // What its calendar has no more stays as it is there.
    const keeping = new Set<number | undefined>(
      town.subscriptions.flatMap((one) => (one.keepGone ? [one.id] : [])),
    )
    const single = town.model.known.filter(
      ({ read, isHere, claims }) =>
        read.series === undefined &&
        isHere &&
        claims.length < 2 &&
        claims[0]?.source !== id &&
        !keeping.has(claims[0]?.source) &&
        spanOf(read).from > now + 240 * HOUR,
    )
    if (single.length === 0 || publisher.isChanging) return
    const { read, own } = dice.oneOf(single)
    const copy = { ...read, ...own, key: ++this.#keys, uid: 0, version: 0, text: `As ${publisher.name} says` }
    this.#note(`${publisher.name}: copy ${JSON.stringify(copy)}`)
    publisher.entries = [...publisher.entries, copy]
  }

  /** Another date of a series. */
  #exception(entry: Entry): Entry {
    const { dice } = this
    const { series } = entry
    if (series === undefined) return entry
    const { at: day } = dice.oneOf(occurrencesOf(entry))
    if (dice.chance(3) && series.without.length < series.weeks - 2 && series.changed[day] === undefined)
      return { ...entry, series: { ...series, without: [...series.without, day] } }
    const changes: readonly ChangedDate[] = [
      { start: later(day, 1 + dice.upTo(30)) },
      { title: `Special ${entry.key}` },
      { isCanceled: true },
    ]
    return { ...entry, series: { ...series, changed: { ...series.changed, [day]: dice.oneOf(changes) } } }
  }

  async #change(): Promise<void> {
    const { dice, town } = this
    if (dice.chance(10)) return this.#type()
    if (dice.chance(10)) return this.#keepGone()
    const all = town.model.known.filter(
      (known) => known.isHere && known.id !== undefined && !known.isFollowing,
    )
    if (all.length === 0) return
    const known = dice.oneOf(all)
    if (known.read.series !== undefined && dice.chance(2)) return this.#changeDate(known)
    const path = `/events/${known.id}`
    const kind = dice.upTo(7)
    // Dates that are over do not come back.
    const isSplitInPast = () =>
      known.splitAt !== undefined && instantOf(known.splitAt) < town.now.getTime() + 72 * HOUR
    this.#note(`here: ${kind} of ${path} ${known.read.title}`)
    if (kind < 2 && !hasNamedDates(known)) {
      const title = `Ours ${town.model.known.indexOf(known)} ${this.log.length}`
      await town.write('PATCH', path, { title })
      known.own = { ...known.own, title }
    } else if (kind <= 2) {
      const text = `Our text ${this.log.length}`
      await town.write('PATCH', path, { description: text })
      known.own = { ...known.own, text }
    } else if (kind === 3 && known.read.series === undefined) {
      const start = laterByDays(known.own.start ?? known.read.start, 1 + dice.upTo(3))
      const end = known.read.isDay
        ? laterByDays(start, known.read.hours / 24 - 1)
        : later(start, known.read.hours)
      await town.write('PATCH', path, { start_date: start, end_date: end })
      known.own = { ...known.own, start }
    } else if (kind === 4) {
      await town.write('DELETE', path)
      known.isTrashed = true
      known.canceledAt = undefined
    } else if (kind === 5 && dice.chance(2)) {
      await town.write('DELETE', `${path}?force=true`)
      known.isPurged = true
      known.canceledAt = undefined
    } else if (known.claims.length > 0 && !known.isOurs && !isSplitInPast()) {
      await town.write('POST', `${path}/follow`)
      known.isFollowing = true
    }
  }

  /** Somebody types an event, which a calendar has later. */
  async #type(): Promise<void> {
    const { town, dice } = this
    const { publisher } = dice.oneOf(town.subscriptions)
    const entry = { ...this.#newEntry('site'), isDay: false, hours: 2, text: 'Typed here' }
    const typed = { ...entry, start: laterByDays(`${entry.start.slice(0, 10)} 17:00:00`, 10) }
    this.#note(`here: typed ${JSON.stringify(typed)}, and ${publisher.name} has it`)
    await town.write('POST', '/events', {
      ...{ title: typed.title, description: typed.text, status: 'publish', venue: { venue: typed.place } },
      ...{ start_date: typed.start, end_date: later(typed.start, typed.hours) },
    })
    const known = new Known(typed, [], 'publish')
    known.isOurs = true
    town.model.known.push(known)
    publisher.entries = [...publisher.entries, { ...typed, text: 'Theirs' }]
  }

  async #keepGone(): Promise<void> {
    const subscription = this.dice.oneOf(this.town.subscriptions)
    subscription.keepGone = !subscription.keepGone
    this.#note(`here: ${subscription.publisher.name} keep_gone ${subscription.keepGone}`)
    await this.town.write('PATCH', `/sources/${subscription.id}`, { keep_gone: subscription.keepGone })
  }

  /** A date of a series here. */
  async #changeDate(known: Known): Promise<void> {
    const { dice, town } = this
    const { body } = await town.ask(
      'GET',
      `/events?post_parent=${known.id}&start_date=2000-01-01&end_date=2040-01-01&per_page=50`,
    )
    const dates = listOf(body.events)
    const open = occurrencesOf({ ...known.read, ...known.own }).filter(
      ({ at }) => !known.dates.has(at) && (known.splitAt === undefined || at < known.splitAt),
    )
    if (open.length < 2 || known.read.isCanceled || known.canceledAt !== undefined) return
    const date = dice.oneOf(open)
    const shown = dates.find((event) => at(event, 'start_date') === date.start)
    if (shown === undefined) throw new Error(`no date ${date.start} of ${known.read.title}`)
    const path = `/events/${idOf(shown)}`
    const theirs = known.read.series?.changed[date.at] ?? {}
    const kind = dice.upTo(4)
    this.#note(`here: ${kind} of the date ${date.at} of ${known.read.title}`)
    if (kind === 0) {
      const title = `Our date ${this.log.length}`
      await town.write('PATCH', `${path}?scope=this`, { title })
      known.dates.set(date.at, { ...theirs, title })
    } else if (kind === 1) {
      await town.write('PATCH', `${path}?scope=this`, { event_status: 'canceled' })
      known.dates.set(date.at, { ...theirs, isCanceled: true })
    } else if (kind === 2 && date !== open[0] && known.splitAt === undefined && !hasNamedDates(known)) {
      const title = `Our rest ${this.log.length}`
      await town.write('PATCH', `${path}?scope=future`, { title })
      this.#splitAt(known, date.at, title)
    } else {
      await town.write('DELETE', `${path}?scope=this`)
      known.dates.set(date.at, 'deleted')
    }
  }

  #splitAt(known: Known, from: string, title: string): void {
    const { read } = known
    const series = read.series ?? { weeks: 1, without: [], changed: {} }
    const weeks = series.weeks - hoursBetween(read.start, from) / (7 * 24)
    const rest = new Known({ ...read, start: from, series: { ...series, weeks } }, [], known.status)
    rest.own = { ...known.own, title }
    rest.isOurs = true
    for (const [at, date] of known.dates) if (at >= from) rest.dates.set(at, date)
    known.splitAt = from
    this.town.model.known.push(rest)
    for (const { key } of known.claims) this.#split.add(key)
  }
}

/** A date that its source calls otherwise keeps that name when the series gets another one. */
const hasNamedDates = ({ read }: Known): boolean =>
  Object.values(read.series?.changed ?? {}).some(({ title }) => title !== undefined)
