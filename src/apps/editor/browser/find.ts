import { plainText } from '../../../pages/embed/plain-text.ts'
import { client } from './api.ts'
import type { Chosen } from './parts/chosen.ts'
import { me } from './session.ts'

/*
 * What comboboxes search in.
 */

const PAGE = 10

export async function findVenues(text: string, signal: AbortSignal): Promise<Chosen[]> {
  const filters = text === '' ? { per_page: PAGE } : { search: text, per_page: PAGE }
  const { items } = await client.venues.list(filters, { signal })
  return withNotes(
    items.map(({ id, venue, address, city }) => ({
      id,
      name: plainText(venue),
      note: [address, city].filter(Boolean).join(', '),
    })),
  )
}

export async function findOrganizers(text: string, signal: AbortSignal): Promise<Chosen[]> {
  const filters = text === '' ? { per_page: PAGE } : { search: text, per_page: PAGE }
  const { items } = await client.organizers.list(filters, { signal })
  return withNotes(
    items.map(({ id, organizer, email }) => ({ id, name: plainText(organizer), note: email ?? '' })),
  )
}

export const findTerms =
  (kind: 'categories' | 'tags') =>
  async (text: string, signal: AbortSignal): Promise<Chosen[]> => {
    const filters = { per_page: PAGE, hide_empty: false, ...(text === '' ? {} : { search: text }) }
    const { items } = await client[kind].list(filters, { signal })
    return items.map(({ id, name }) => ({ id, name: plainText(name) }))
  }

/** The address is said only where a name alone is not enough. */
const withNotes = (all: readonly (Chosen & { note: string })[]): Chosen[] =>
  all.map((one) => {
    const isAlone = all.filter(({ name }) => name === one.name).length === 1
    return isAlone || one.note === '' ? { id: one.id ?? 0, name: one.name } : { ...one, id: one.id ?? 0 }
  })

let zones: readonly string[] | undefined

export async function findZones(text: string): Promise<Chosen[]> {
  zones ??= [...new Set([me.value?.timezone ?? 'UTC', 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  const wanted = text.toLowerCase().replace(/\s+/g, '_')
  return zones
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, 30)
    .map((zone) => ({ id: zone, name: zone }))
}

/** The interface has no list of users: whoever asks, and any ID that is typed. */
export async function findAuthors(text: string): Promise<Chosen[]> {
  const user = me.value?.user
  const own = user ? [{ id: user.id, name: user.name ?? String(user.id) }] : []
  const typed = text !== '' && !own.some(({ id, name }) => String(id) === text || name === text)
  return [...own, ...(typed ? [{ id: text, name: text }] : [])]
}
