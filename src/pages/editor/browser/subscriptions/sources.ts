import type { ReportedEvent } from '../../../../types/index.ts'
import { ask } from '../api.ts'
import { momentText } from '../dates/write.ts'
import { count, t, text } from '../texts.ts'
import { bodyOf, type SourceValues } from './source-values.ts'
import { troubleWords } from './troubles.ts'

/*
 * Calendars from elsewhere, as the interface has them. Here they are subscriptions: that is what people call them.
 */

export interface Source {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly every: number
  readonly paused: boolean
  readonly status: string
  readonly format: string
  readonly categories: readonly (number | string)[]
  readonly tags: readonly (number | string)[]
  readonly map: Readonly<Record<string, number | string>>
  readonly only: { readonly words: readonly string[]; readonly categories: readonly string[] }
  readonly venue: number | string | null
  readonly timezone: string | null
  readonly window: { readonly past_days: number; readonly future_days: number }
  readonly keep_gone: boolean
  readonly copy_images: boolean
  readonly last_run: string | null
  readonly last_ok: string | null
  readonly next_run: string | null
  /** What went wrong last time, in words. */
  readonly error: string | null
  readonly events: number
}

/** What a reading would do, or has done. */
export interface Reading {
  readonly new: number
  readonly changed: number
  readonly gone: number
  readonly kept: number
  /** Those that are here already. */
  readonly attached: readonly { readonly uid: string; readonly id: number }[]
  readonly refused: readonly { readonly uid: string; readonly why: string }[]
  /** Those that came without their picture. */
  readonly pictures?: readonly { readonly uid: string; readonly why: string }[]
  /** Of a trial: the first of those that come, change or go. */
  readonly events?: readonly ReportedEvent[]
  /** Those that are gone there, and stay until somebody says that it is true. */
  readonly held?: number
  /** Why it could not be read, or what it did not do. */
  readonly error?: string | null
}

// Each `as` below: as the interface documents it.

export async function listSources(signal: AbortSignal): Promise<readonly Source[]> {
  const { body } = await ask('/sources', { query: { per_page: 50 }, signal })
  return (Object(body) as { readonly sources: readonly Source[] }).sources
}

export async function getSource(id: number, signal?: AbortSignal): Promise<Source> {
  return Object((await ask(`/sources/${id}`, signal === undefined ? {} : { signal })).body) as Source
}

export async function addSource(values: SourceValues): Promise<Source> {
  return Object((await ask('/sources', { method: 'POST', body: bodyOf(values) })).body) as Source
}

/** What a calendar would bring, before anybody subscribes to it. */
export async function previewSource(values: SourceValues): Promise<Reading> {
  const answer = await ask('/sources', { method: 'POST', query: { dry_run: 1 }, body: bodyOf(values) })
  return Object(answer.body) as Reading
}

export const changeSource = (id: number, values: SourceValues) =>
  ask(`/sources/${id}`, { method: 'PATCH', body: bodyOf(values) })

export const pauseSource = (id: number, paused: boolean) =>
  ask(`/sources/${id}`, { method: 'PATCH', body: { paused } })

/** `undefined`: it takes longer, and goes on by itself. */
export async function readSource(
  id: number,
  { isTrial = false, isConfirmed = false } = {},
): Promise<Reading | undefined> {
  const query = { ...(isTrial ? { dry_run: 1 } : {}), ...(isConfirmed ? { confirm: 1 } : {}) }
  const { body } = await ask(`/sources/${id}/pull`, { method: 'POST', query, body: {} })
  const reading = Object(body) as Partial<Reading>
  return reading.refused === undefined ? undefined : ({ ...NOTHING, ...reading } as Reading)
}

const NOTHING: Reading = { new: 0, changed: 0, gone: 0, kept: 0, attached: [], refused: [] }

export const removeSource = (id: number, events: 'keep' | 'trash') =>
  ask(`/sources/${id}`, { method: 'DELETE', query: { events } })

/** The events of a source that somebody changed here. */
export const followSource = (event: number) => ask(`/events/${event}/follow`, { method: 'POST', body: {} })

/** Of new events. */
export const NEW_EVENTS: readonly (readonly [status: string, label: string])[] = [
  ['pending', text('Waiting for approval')],
  ['publish', text('Published')],
  ['draft', text('Draft')],
]

export function wordsOfReading(reading: Reading): string {
  const { attached, refused, pictures = [] } = reading
  const words = t(
    '{n} new, {changed} changed, {gone} gone, {kept} kept as changed here, {attached} here already, {refused} refused',
    {
      n: reading.new,
      changed: reading.changed,
      gone: reading.gone,
      kept: reading.kept,
      attached: attached.length,
      refused: refused.length,
    },
  )
  if (pictures.length === 0) return words
  const lost = count(pictures.length, '1 picture could not be copied', '{n} pictures could not be copied')
  const [{ why } = { why: '' }] = pictures
  return `${words}. ${lost}: ${troubleWords(why)}`
}

/** A moment as the interface writes it, on the clock of this device. */
export const whenWords = (moment: string | null): string =>
  moment === null || moment === '' ? '' : momentText(moment.slice(0, 19).replace('T', ' '))

export const eventsWords = (n: number): string => count(n, '1 event', '{n} events')

/** A calendar may have no title; its address then names it. */
export function nameOfSource({ title, url }: Source): string {
  if (title !== '') return title
  return URL.canParse(url) ? new URL(url).host : url
}
