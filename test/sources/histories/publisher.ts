import { type Entry, spanOf } from './entries.ts'
import { ICS_SHAPES } from './ics-shapes.ts'
import { siteAnswer } from './site-shape.ts'

/*
 * A publisher: its events, how it writes them, and what its server does today.
 */

export type Shape = keyof typeof ICS_SHAPES | 'site'

export const SHAPES: readonly Shape[] = [
  ...([
    'google',
    'outlook',
    'nextcloud',
    'meetup',
    'localist',
    'eventsCalendar',
    'changing',
    'withoutZone',
  ] as const),
  'site',
]

/** What a server does in place of an answer, until it is well again. */
export const MOODS = ['outage', 'busy', 'cut', 'page', 'empty', 'unchanged', 'gone', 'silent'] as const

export type Mood = (typeof MOODS)[number] | 'well'

export class Publisher {
  readonly name: string
  readonly shape: Shape
  readonly url: string
  entries: readonly Entry[] = []
  mood: Mood = 'well'
  /** What it said last to who could read it: its events, or that they have not changed. `undefined`: nothing since then. */
  said: readonly Entry[] | undefined
  /** What it said last of all. */
  told: readonly Entry[] = []
  #readings = 0
  #last = ''
  #versions = 0

  constructor(name: string, shape: Shape) {
    this.name = name
    this.shape = shape
    this.url =
      shape === 'site'
        ? `https://${name}.example/wp-json/tribe/events/v1/events`
        : `https://${name}.example/feed.ics`
  }

  /** Whether it is the same feed whose UIDs are new with each reading. */
  get isChanging(): boolean {
    return this.shape === 'changing'
  }

  answer(url: URL, headers: Headers, now: Date): Response {
    const condition = headers.get('if-none-match')
    switch (this.mood) {
      case 'outage':
        return new Response('Bad gateway', { status: 502 })
      case 'busy':
        return new Response('Later', { status: 503, headers: { 'retry-after': '1800' } })
      case 'page':
        return new Response('<!doctype html><title>Sign in</title>', {
          headers: { 'content-type': 'text/html' },
        })
      case 'unchanged':
        return new Response(null, { status: 304 })
      case 'gone':
        return new Response('Gone', { status: 410 })
      case 'silent':
        throw new TypeError('fetch failed')
      default:
    }
    const entries = this.mood === 'empty' ? [] : shownBy(this.shape, this.entries, now)
    if (this.mood !== 'cut') this.told = entries
    if (this.shape === 'site') {
      this.said = entries
      return this.mood === 'cut' ? this.#cut(JSON.stringify({ events: [] })) : siteAnswer(entries, url)
    }
    const text = ICS_SHAPES[this.shape](entries, { number: this.#readings++, now })
    if (this.mood === 'cut') return this.#cut(text)
    const etag = `"${this.name}-${this.#version(entries)}"`
    this.said = entries
    const conditional = { etag, 'content-type': 'text/calendar; charset=utf-8' }
    if (!this.isChanging && condition === etag)
      return new Response(null, { status: 304, headers: conditional })
    return new Response(text, { headers: conditional })
  }

  #cut(text: string): Response {
    this.said = undefined
    return new Response(text.slice(0, Math.floor(text.length * 0.6)), {
      headers: { 'content-type': 'text/calendar' },
    })
  }

  /** Raised with each change. */
  #version(entries: readonly Entry[]): number {
    const shown = JSON.stringify(entries)
    if (shown !== this.#last) this.#versions++
    this.#last = shown
    return this.#versions
  }
}

/** Meetup names nothing that is over. */
const shownBy = (shape: Shape, entries: readonly Entry[], now: Date): readonly Entry[] =>
  shape === 'meetup' ? entries.filter((entry) => spanOf(entry).to >= now.getTime()) : entries
