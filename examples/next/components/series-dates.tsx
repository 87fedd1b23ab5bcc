import type { ClientEvent } from 'kalends/client'
import Link from 'next/link'
import { formatTime } from '../lib/dates.ts'
import { eventPath } from '../lib/paths.ts'
import { dateText } from '../lib/repeat-text.ts'

interface Props {
  event: ClientEvent
  series: ClientEvent
  /** Those to come. */
  dates: readonly ClientEvent[]
  /** `Repeats weekly on Tuesday` */
  repeats: string
}

/** How an event repeats, and its next dates. */
export function SeriesDates({ event, series, dates, repeats }: Props) {
  const others = dates.filter(({ id }) => id !== event.id)
  return (
    <section className="series" aria-label="Other dates">
      <p>{event.id === series.id ? repeats : <Link href={eventPath(series)}>{repeats}</Link>}</p>
      <ul>
        {others.slice(0, 6).map((date) => (
          <li key={date.id}>
            <Link href={eventPath(date)}>{dateText(date.start_date.slice(0, 10))}</Link>
            {date.all_day !== true && ` ${formatTime(date.start_date)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
