import type { Metadata } from 'next'
import Link from 'next/link'
import { Agenda } from '../components/agenda.tsx'
import { Legend } from '../components/legend.tsx'
import { MonthGrid } from '../components/month-grid.tsx'
import { readCategories } from '../lib/categories.ts'
import { formatDay, plusDays, plusMonths, readMonth, weeksOf } from '../lib/dates.ts'
import { viewOf } from '../lib/event-view.ts'
import { every } from '../lib/every.ts'
import { monthPath } from '../lib/paths.ts'
import { reader } from '../lib/reader.ts'
import { readQuery, type SearchParams } from '../lib/search-params.ts'
import { today } from '../lib/site.ts'

interface Props {
  searchParams: SearchParams
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const month = readMonth((await readQuery(searchParams)).month, today())
  return { title: formatDay(`${month}-01`, 'month'), alternates: { canonical: monthPath(month) } }
}

export default async function MonthPage({ searchParams }: Props) {
  const month = readMonth((await readQuery(searchParams)).month, today())
  const { from, to } = weeksOf(month)
  const client = await reader()
  // Whatever goes on in these weeks: it begins before they are over, and ends after the day before them.
  const list = client.events.list({ starts_before: to, ends_after: plusDays(from, -1), per_page: 50 })
  const [categories, events] = await Promise.all([readCategories(), every(list)])
  const views = events.map((event) => viewOf(event, categories))
  const [before, after] = [plusMonths(month, -1), plusMonths(month, 1)]

  return (
    <div className="month-page">
      <div className="month-head">
        <h1>{formatDay(`${month}-01`, 'month')}</h1>
        <nav className="month-nav" aria-label="Months">
          <Link href={monthPath(before)} rel="prev">
            <span aria-hidden="true">←</span> {formatDay(`${before}-01`, 'monthName')}
          </Link>
          <Link href="/" aria-current={month === today().slice(0, 7) ? 'date' : undefined}>
            Today
          </Link>
          <Link href={monthPath(after)} rel="next">
            {formatDay(`${after}-01`, 'monthName')} <span aria-hidden="true">→</span>
          </Link>
        </nav>
      </div>
      <Legend categories={categories} />
      <MonthGrid month={month} today={today()} events={views} />
      <Agenda month={month} today={today()} events={views} />
    </div>
  )
}
