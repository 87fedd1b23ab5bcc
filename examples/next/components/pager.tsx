import Link from 'next/link'
import { listPath } from '../lib/paths.ts'

interface Props {
  search: string
  category: string
  isPast: boolean
  page: number
  totalPages: number
}

export function Pager({ totalPages, page, ...filters }: Props) {
  if (totalPages < 2) return null
  const to = (number: number) => listPath({ ...filters, page: number })
  const [before, after] = filters.isPast ? ['Later', 'Earlier'] : ['Earlier', 'Later']
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <Link className="button" rel="prev" href={to(page - 1)}>
          <span aria-hidden="true">←</span> {before}
        </Link>
      )}
      <span>
        Page {page} of {totalPages}
      </span>
      {page < totalPages && (
        <Link className="button" rel="next" href={to(page + 1)}>
          {after} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  )
}
