import { isClientError } from 'kalends/client'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { EventCard } from '../../components/event-card.tsx'
import { FilterForm } from '../../components/filter-form.tsx'
import { Pager } from '../../components/pager.tsx'
import { readCategories } from '../../lib/categories.ts'
import { plusDays } from '../../lib/dates.ts'
import { viewOf } from '../../lib/event-view.ts'
import { feedUrl } from '../../lib/feeds.ts'
import { type ListFilters, listPath, subscribePath } from '../../lib/paths.ts'
import { reader } from '../../lib/reader.ts'
import { readQuery, type SearchParams } from '../../lib/search-params.ts'
import { readSeries, seriesIdOf } from '../../lib/series.ts'
import { today } from '../../lib/site.ts'

export const metadata: Metadata = {
  title: 'All events',
  alternates: { canonical: '/events', types: { 'application/rss+xml': feedUrl('rss', '') } },
}

export default async function EventsPage({ searchParams }: { searchParams: SearchParams }) {
  const { search = '', category = '', when, page: asked = '' } = await readQuery(searchParams)
  const filters = {
    search: search.trim(),
    category,
    isPast: when === 'past',
    page: /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1,
  }
  const categories = await readCategories()
  const isKnown = category === '' || categories.some(({ slug }) => slug === category)
  const named = categories.find(({ slug }) => slug === category)?.name ?? 'all events'
  const { items, total, totalPages } = isKnown ? await readPage(filters) : NOTHING
  const series = await readSeries(items)

  return (
    <div className="list-page">
      <div className="list-head">
        <h1>All events</h1>
        <nav className="month-nav" aria-label="Past or to come">
          {[false, true].map((isPast) => (
            <Link
              key={String(isPast)}
              href={listPath({ search: filters.search, category, isPast })}
              aria-current={isPast === filters.isPast ? 'page' : undefined}
            >
              {isPast ? 'Past' : 'From today on'}
            </Link>
          ))}
        </nav>
      </div>
      <FilterForm {...filters} categories={categories} />
      <div className="result-line">
        <p role="status">
          {total === 0 ? 'No events found.' : `${total} ${total === 1 ? 'event' : 'events'}`}
          {total > 0 && (filters.isPast ? ' that are over' : ' from today on')}
          {totalPages > 1 && `, page ${filters.page} of ${totalPages}`}
        </p>
        {isKnown && <Link href={subscribePath(category)}>Subscribe to {named}</Link>}
      </div>
      <ol className="cards">
        {items.map((event) => (
          <EventCard key={event.id} event={viewOf(event, categories, series.get(seriesIdOf(event)))} />
        ))}
      </ol>
      <Pager {...filters} totalPages={totalPages} />
    </div>
  )
}

const NOTHING = { items: [], total: 0, totalPages: 0 }

async function readPage({ search, category, isPast, page }: Required<ListFilters>) {
  const client = await reader()
  const yesterday = plusDays(today(), -1)
  try {
    return await client.events.list({
      page,
      per_page: 12,
      // What is still going on today is not over, whenever it began.
      ...(isPast ? { ends_before: yesterday, order: 'desc' } : { ends_after: yesterday }),
      ...(search === '' ? {} : { search }),
      ...(category === '' ? {} : { categories: [category] }),
    })
  } catch (error) {
    if (isClientError(error, 'event-archive-page-not-found')) notFound()
    throw error
  }
}
