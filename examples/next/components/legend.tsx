import Link from 'next/link'
import type { Category } from '../lib/categories.ts'
import { listPath } from '../lib/paths.ts'

/** The colours, each a way to the events that have it. */
export function Legend({ categories }: { categories: readonly Category[] }) {
  const top = categories.filter(({ depth }) => depth === 0)
  if (top.length === 0) return null
  return (
    <nav className="legend" aria-label="Categories">
      <ul>
        {top.map(({ slug, name }) => (
          <li key={slug}>
            <Link className={`legend-entry colour-${slug}`} href={listPath({ category: slug })}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
