'use client'

import FullCalendar from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import '@fullcalendar/react/skeleton.css'
import { useRouter } from 'next/navigation'
import { dayOf, plusDays } from '../lib/dates.ts'
import type { EventView } from '../lib/event-view.ts'

interface Props {
  month: string
  today: string
  events: readonly EventView[]
}

const PLUGINS = [dayGrid]

/** The month as a grid of weeks: FullCalendar, in the clothes of `month.css`. */
export function MonthGrid({ month, today, events }: Props) {
  const router = useRouter()
  return (
    <section className="month-grid" aria-label="The month as a grid">
      <FullCalendar
        key={month}
        plugins={PLUGINS}
        initialView="dayGridMonth"
        initialDate={`${month}-01`}
        // Times are those of each event's own wall clock, wherever the browser is.
        timeZone="UTC"
        now={today}
        events={events.map(toCalendar)}
        headerToolbar={false}
        height="auto"
        fixedWeekCount={false}
        dayMaxEvents={4}
        nextDayThreshold="06:00:00"
        displayEventEnd={false}
        eventTimeFormat={{ hour: 'numeric', minute: '2-digit', omitZeroMinute: true, meridiem: 'short' }}
        eventClick={({ event, jsEvent }) => {
          const opensElsewhere = jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey || jsEvent.altKey
          if (event.url === '' || opensElsewhere) return
          jsEvent.preventDefault()
          router.push(event.url)
        }}
        tableClass="grid-table"
        dayHeaderRowClass="grid-weekdays"
        dayHeaderInnerClass="grid-weekday-inner"
        dayRowClass="grid-week"
        dayCellClass={(day) =>
          `grid-day${day.isOther ? ' is-other' : ''}${day.isToday ? ' is-today' : ''}${day.inPopover ? ' in-popover' : ''}`
        }
        dayCellTopClass="grid-day-top"
        dayCellTopInnerClass="grid-day-number"
        dayCellBottomClass="grid-day-bottom"
        eventClass="grid-event"
        eventInnerClass="grid-event-inner"
        eventTimeClass="grid-event-time"
        eventTitleClass="grid-event-title"
        moreLinkClass="grid-more"
        popoverClass="grid-popover"
        popoverCloseClass="grid-popover-close"
        popoverCloseContent="×"
      />
    </section>
  )
}

function toCalendar(event: EventView) {
  return {
    id: String(event.id),
    title: event.badge === '' ? event.title : `${event.badge}: ${event.title}`,
    url: event.path,
    allDay: event.isAllDay,
    start: event.isAllDay ? dayOf(event.start) : event.start.replace(' ', 'T'),
    // The last day of an all-day event is the one before its end there.
    end: event.isAllDay ? plusDays(event.end, 1) : event.end.replace(' ', 'T'),
    class: `colour-${event.colour}${event.badge === '' ? '' : ' is-draft'}`,
  }
}
