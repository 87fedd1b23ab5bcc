import Link from 'next/link'
import { dayOf, formatDay } from '../lib/dates.ts'
import type { EventView } from '../lib/event-view.ts'
import { today } from '../lib/site.ts'

/** One event of the list. */
export function EventCard({ event }: { event: EventView }) {
  const day = dayOf(event.start)
  const facts = [event.time, event.place, event.cost, event.repeats].filter((fact) => fact !== '')
  return (
    <li className={`card colour-${event.colour}`}>
      <time className="card-date" dateTime={day}>
        <span className="card-weekday">{formatDay(day, 'weekdayShort')}</span>
        <span className="card-day">{Number(day.slice(8))}</span>
        <span className="card-month">
          {formatDay(day, 'monthShort')}
          {day.slice(0, 4) !== today().slice(0, 4) && ` ${day.slice(0, 4)}`}
        </span>
      </time>
      <div className="card-text">
        <h2>
          <Link href={event.path}>{event.title}</Link>
        </h2>
        <p className="card-facts">
          {event.badge !== '' && <span className="badge">{event.badge}</span>} {facts.join(' · ')}
        </p>
        {event.summary !== '' && <p className="card-summary">{event.summary}</p>}
      </div>
      {event.category !== '' && <p className="tag">{event.category}</p>}
    </li>
  )
}
