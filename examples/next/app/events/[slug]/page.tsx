import type { Metadata } from 'next'
import Link from 'next/link'
import { EventFacts } from '../../../components/event-facts.tsx'
import { EventImage } from '../../../components/event-image.tsx'
import { SeriesDates } from '../../../components/series-dates.tsx'
import { StoredHtml } from '../../../components/stored-html.tsx'
import { readCategories } from '../../../lib/categories.ts'
import { dayOf, formatDay } from '../../../lib/dates.ts'
import { datesOf, timeOf, viewOf } from '../../../lib/event-view.ts'
import { googleCalendarUrl } from '../../../lib/google-calendar.ts'
import { API_PATH, EDITOR_PATH, eventPath, monthPath } from '../../../lib/paths.ts'
import { readEvent } from '../../../lib/read-event.ts'
import { isLoggedIn } from '../../../lib/reader.ts'
import { readDates, readSeries, seriesIdOf } from '../../../lib/series.ts'
import { beginningOf, textOf } from '../../../lib/text.ts'

interface Props {
  params: Promise<{ slug: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const event = await readEvent((await params).slug)
  const title = textOf(event.title)
  const about = beginningOf(textOf(event.excerpt || event.description), 200)
  const description = about === '' ? datesOf(event) : `${datesOf(event)}. ${about}`
  const images = event.image === null ? {} : { images: [event.image.url] }
  return {
    title,
    description,
    alternates: { canonical: eventPath(event) },
    openGraph: { type: 'article', title, description, url: eventPath(event), ...images },
    ...(event.status === 'publish' ? {} : { robots: { index: false } }),
  }
}

export default async function EventPage({ params }: Props) {
  const event = await readEvent((await params).slug)
  const series = (await readSeries([event])).get(seriesIdOf(event))
  const dates = series === undefined ? [] : await readDates(series, 7)
  const { colour, category, badge, repeats } = viewOf(event, await readCategories(), series)
  const month = dayOf(event.start_date).slice(0, 7)
  return (
    <article className={`event colour-${colour}`}>
      <p className="back">
        <Link href={monthPath(month)}>
          <span aria-hidden="true">←</span> {formatDay(event.start_date, 'month')}
        </Link>
      </p>
      <div className="event-body">
        <header className="event-head">
          <p className="event-kind">
            {badge !== '' && <span className="badge">{badge}</span>} {category}
          </p>
          <h1>{textOf(event.title)}</h1>
          <p className="event-date">
            <time dateTime={event.start_date.replace(' ', 'T')}>{datesOf(event)}</time>
            <span className="event-time">{timeOf(event)}</span>
          </p>
        </header>
        <div className="event-text">
          <EventImage image={event.image} />
          {event.excerpt !== '' && <StoredHtml className="prose prose-lead" html={event.excerpt} />}
          <StoredHtml className="prose" html={event.description} />
        </div>
        <aside className="event-side" aria-label="When and where">
          <EventFacts event={event} />
          {series !== undefined && <SeriesDates {...{ event, series, dates, repeats }} />}
          <div className="event-actions">
            {/* Plain links: what they lead to is no page of this site. */}
            <a className="button primary" href={`${API_PATH}/events/${event.id}.ics`} download>
              Add to calendar
            </a>
            <a className="button" href={googleCalendarUrl(event)} rel="noreferrer">
              Google Calendar
            </a>
            {(await isLoggedIn()) && (
              <a className="button" href={`${EDITOR_PATH}/events/${event.id}`}>
                Edit this event
              </a>
            )}
          </div>
        </aside>
      </div>
    </article>
  )
}
