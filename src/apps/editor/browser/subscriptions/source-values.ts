import type { Source } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { client } from '../api.ts'
import { findTerms, findVenues } from '../find.ts'
import type { Chosen } from '../parts/chosen.ts'
import { t } from '../texts.ts'

/*
 * A subscription as its form has it, and the way there and back.
 */

export interface SourceValues {
  readonly url: string
  readonly every: string
  readonly status: Source['status']
  readonly format: Source['format']
  /** What all of its events get. */
  readonly categories: readonly Chosen[]
  readonly tags: readonly Chosen[]
  /** Of events that name none. */
  readonly venue: readonly Chosen[]
  /** '' is that of the calendar. */
  readonly timezone: string
  /** One per line: theirs = ours. */
  readonly map: string
  /** One per line. */
  readonly words: string
  readonly theirs: string
  readonly past: string
  readonly future: string
  readonly keepGone: boolean
  readonly copyImages: boolean
}

export const EMPTY_SOURCE: SourceValues = {
  ...{ url: '', every: '60', status: 'pending', format: 'ics', categories: [], tags: [], venue: [] },
  ...{ timezone: '', map: '', words: '', theirs: '', past: '30', future: '730', keepGone: false },
  copyImages: false,
}

/** Fields that are rarely used, by their names in the interface. */
export const RARE = ['copy_images', 'format', 'map', 'only', 'venue', 'timezone', 'window'] as const

/** Whether one of the rarely used fields is not as usual. */
export const hasRare = (values: SourceValues): boolean =>
  values.venue.length > 0 ||
  (
    ['format', 'map', 'words', 'theirs', 'timezone', 'past', 'future', 'keepGone', 'copyImages'] as const
  ).some((name) => values[name] !== EMPTY_SOURCE[name])

/** Terms and venues get their names, and their IDs if they exist. */
export async function valuesOfSource(source: Source, signal: AbortSignal): Promise<SourceValues> {
  const options = { signal }
  const nameOf = {
    categories: async (id: number) => (await client.categories.get(id, options)).name,
    tags: async (id: number) => (await client.tags.get(id, options)).name,
    venues: async (id: number) => (await client.venues.get(id, options)).venue,
  }
  const find = { categories: findTerms('categories'), tags: findTerms('tags'), venues: findVenues }
  const chosen = (kind: keyof typeof nameOf, all: readonly (number | string)[]): Promise<Chosen[]> =>
    Promise.all(
      all.map(async (one) => {
        if (typeof one === 'string') {
          const found = await find[kind](one, signal).catch(() => [])
          return found.find(({ name }) => name.toLowerCase() === one.toLowerCase()) ?? { name: one }
        }
        // It may be deleted: then its number is all that is known.
        const name = await nameOf[kind](one).catch(() => String(one))
        return { id: one, name: plainText(name) }
      }),
    )
  const { url, every, status, format, timezone, map, only, window, keep_gone } = source
  const [categories, tags, venue] = await Promise.all([
    chosen('categories', source.categories),
    chosen('tags', source.tags),
    chosen('venues', source.venue === null ? [] : [source.venue]),
  ])
  return {
    ...{ url, every: String(every), status, format, categories, tags, venue, timezone: timezone ?? '' },
    map: Object.entries(map)
      .map(([theirs, ours]) => `${theirs} = ${ours}`)
      .join('\n'),
    words: only.words.join('\n'),
    theirs: only.categories.join('\n'),
    past: String(window.past_days),
    future: String(window.future_days),
    keepGone: keep_gone,
    copyImages: source.copy_images,
  }
}

export const bodyOf = (values: SourceValues) => ({
  url: withScheme(values.url.trim()),
  every: Number(values.every),
  status: values.status,
  format: values.format,
  categories: refsOf(values.categories),
  tags: refsOf(values.tags),
  map: Object.fromEntries(pairsOf(values.map)),
  only: { words: linesOf(values.words), categories: linesOf(values.theirs) },
  venue: refsOf(values.venue)[0] ?? null,
  timezone: values.timezone,
  window: { past_days: Number(values.past), future_days: Number(values.future) },
  keep_gone: values.keepGone,
  copy_images: values.copyImages,
})

/** What can be seen to be wrong before anything is sent. */
export function faultsOfValues({ url, map }: SourceValues): Record<string, string> {
  if (url.trim() === '') return { url: t('The address is missing.') }
  const wrong = pairsOf(map).find(([theirs, ours]) => theirs === '' || ours === '')
  return wrong === undefined ? {} : { map: t('Each line is: theirs = ours.') }
}

const refsOf = (chosen: readonly Chosen[]) => chosen.map(({ id, name }) => id ?? name)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Their name may have a "=", so the last one counts. */
const pairsOf = (text: string): (readonly [theirs: string, ours: string])[] =>
  linesOf(text).map((line) => {
    const at = line.lastIndexOf('=')
    return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()]
  })

/** People copy `webcal:` from buttons, and addresses without a scheme from browsers. */
function withScheme(url: string): string {
  if (/^webcals?:/i.test(url)) return url.replace(/^webcals?:/i, 'https:')
  return url === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`
}
