import Link from 'next/link'
import type { Category } from '../lib/categories.ts'
import { listPath } from '../lib/paths.ts'

interface Props {
  categories: readonly Category[]
  search: string
  category: string
  isPast: boolean
}

/** A plain form that gets the list anew, so that it works without JavaScript, and its results have addresses. */
export function FilterForm({ categories, search, category, isPast }: Props) {
  return (
    <search>
      <form className="filters" action="/events" method="get">
        {isPast && <input type="hidden" name="when" value="past" />}
        <div className="field">
          <label htmlFor="search">Search</label>
          <input id="search" name="search" type="search" defaultValue={search} maxLength={200} key={search} />
        </div>
        <div className="field">
          <label htmlFor="category">Category</label>
          <select id="category" name="category" defaultValue={category} key={category}>
            <option value="">All categories</option>
            {categories.map(({ id, slug, name, depth }) => (
              <option key={id} value={slug}>
                {'\u2003'.repeat(depth)}
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button primary">
          Show
        </button>
        {(search !== '' || category !== '') && (
          <Link className="button" href={listPath({ isPast })}>
            Clear
          </Link>
        )}
      </form>
    </search>
  )
}
