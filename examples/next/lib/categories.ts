import { cache } from 'react'
import { every } from './every.ts'
import { reader } from './reader.ts'
import { textOf } from './text.ts'

export interface Category {
  id: number
  slug: string
  name: string
  /** Levels above it. */
  depth: number
  /** The one at the top, which gives the colour. */
  top: string
}

/** All categories, each after the one that it is below. */
export const readCategories = cache(async (): Promise<Category[]> => {
  const client = await reader()
  const terms = await every(client.categories.list({ hide_empty: false, per_page: 50 }))
  const below = (parent: number, depth: number, top: string | undefined): Category[] =>
    terms
      .filter((term) => (term.parent ?? 0) === parent)
      .flatMap(({ id, slug, name }) => [
        { id, slug, name: textOf(name), depth, top: top ?? slug },
        ...below(id, depth + 1, top ?? slug),
      ])
  return below(0, 0, undefined)
})
