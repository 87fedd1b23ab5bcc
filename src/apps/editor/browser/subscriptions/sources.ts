import type { PullReport, Source } from '../../../../client.ts'
import { momentText } from '../dates/write.ts'
import { count, t, text } from '../texts.ts'
import { troubleWords } from './troubles.ts'

/*
 * Calendars from elsewhere, in words. Here they are subscriptions: that is what people call them.
 */

/** Of new events. */
export const NEW_EVENTS: readonly (readonly [status: Source['status'], label: string])[] = [
  ['pending', text('Waiting for approval')],
  ['publish', text('Published')],
  ['draft', text('Draft')],
]

export function wordsOfReading(reading: PullReport): string {
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
