import Link from 'next/link'
import { dayOf, formatDay, lastDayOf } from '../lib/dates.ts'
import type { EventView } from '../lib/event-view.ts'

interface Props {
  month: string
  today: string
  events: readonly EventView[]
}

/** The month as a list, for phones, for paper, and where there is no JavaScript. */
export function Agenda({ month, today, events }: Props) {
  const days = byDay(month, events)
  return (
    <section className="agenda" aria-label="The month as a list">
      {days.length === 0 && <p className="empty">Nothing is announced for this month yet.</p>}
      {days.map(([day, entries]) => (
        <section key={day} className={day === today ? 'agenda-day is-today' : 'agenda-day'}>
          <h2>
            <span className="agenda-date">{formatDay(day, 'dayMonth')}</span>{' '}
            <span className="agenda-weekday">{day === today ? 'Today' : formatDay(day, 'weekday')}</span>
          </h2>
          <ul>
            {entries.map((event) => (
              <li key={event.id}>
                <Link className={`entry colour-${event.colour}`} href={event.path}>
                  <span className="entry-time">{event.time}</span>
                  <span className="entry-title">
                    {event.badge !== '' && <span className="badge">{event.badge}</span>} {event.title}
                  </span>
                  {event.place !== '' && <span className="entry-place">{event.place}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** Each event on its first day, or on the first of the month where it began before. */
function byDay(month: string, events: readonly EventView[]): [day: string, events: EventView[]][] {
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const days = new Map<string, EventView[]>()
  for (const event of events) {
    if (dayOf(event.start) > last || dayOf(event.end) < first) continue
    const day = dayOf(event.start) < first ? first : dayOf(event.start)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days].sort(([a], [b]) => a.localeCompare(b))
}
