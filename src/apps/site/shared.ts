import type { Calendar, Term } from './calendar.ts'

/*
 * What many pages need: the categories and places of the form. Read once for each revision.
 */

export interface Choices {
  /** Those with events, by name; at most `MOST`. */
  readonly categories: readonly Term[]
  /** By name. Empty where there are more than a form can offer. */
  readonly venues: readonly { readonly id: number; readonly slug: string; readonly name: string }[]
}

const MOST_TERMS = 500
const MOST_VENUES = 100

export async function readChoices({ client }: Calendar): Promise<Choices> {
  const [categories, venues] = await Promise.all([readTerms(client), readVenues(client)])
  return { categories, venues }
}

async function readTerms(client: Calendar['client']): Promise<Term[]> {
  const terms: Term[] = []
  for (let page = 1; terms.length < MOST_TERMS; page++) {
    const { items, totalPages } = await client.categories.list({
      page,
      per_page: 50,
      hide_empty: true,
      orderby: 'name',
    })
    terms.push(...items)
    if (page >= totalPages) break
  }
  return terms
}

async function readVenues(client: Calendar['client']): Promise<Choices['venues']> {
  const venues: { id: number; slug: string; name: string }[] = []
  for (let page = 1; ; page++) {
    const { items, total, totalPages } = await client.venues.list({
      page,
      per_page: 50,
      orderby: 'title',
      order: 'asc',
    })
    if (total > MOST_VENUES) return []
    venues.push(...items.map(({ id, slug = '', venue }) => ({ id, slug, name: venue })))
    if (page >= totalPages) return venues
  }
}
