import type { Term } from '../types/index.ts'
import { type Collection, createCollection, type Mergeable } from './collections.ts'
import { ClientError, type ClientErrorCode } from './errors.ts'
import type { CategoryFilters } from './filters.ts'
import type { Send } from './request.ts'

/** Categories or tags. They have no route by slug; a filter finds them. */
export function createTermCollection<I extends object>(
  send: Send,
  kind: 'category' | 'tag',
  collection: 'categories' | 'tags',
): Collection<Term, CategoryFilters, I> & Mergeable {
  const terms = createCollection<Term, Term, CategoryFilters, I, never>(send, collection, (term) => term)
  const { list, get, create, update, delete: remove, merge } = terms
  return {
    list,
    get,
    create,
    update,
    delete: remove,
    merge,
    getBySlug: async (slug, options) => {
      const { items } = await list({ slug, hide_empty: false, per_page: 1 }, options)
      const [term] = items
      if (term !== undefined) return term
      throw new ClientError<ClientErrorCode>(`No ${kind} has this slug.`, {
        code: `rest-${kind}-not-found`,
        status: 404,
        params: undefined,
        termId: undefined,
        headers: new Headers(),
      })
    },
  }
}
