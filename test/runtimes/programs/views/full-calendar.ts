/*
 * A page with FullCalendar and the events of the API that serves it. The query has the month and the zone.
 */

import 'fullcalendar/skeleton.css'
import 'fullcalendar/themes/classic/theme.css'
import 'fullcalendar/themes/classic/palette.css'
import { Calendar, type EventSourceFunc } from 'fullcalendar'
import dayGrid from 'fullcalendar/daygrid'
import classic from 'fullcalendar/themes/classic'
import { createClient } from 'kalends/client'
import { fullCalendarEvents } from 'kalends/client/full-calendar'
import { element, month, zone } from './page.ts'

const events: EventSourceFunc = fullCalendarEvents(createClient({ baseUrl: '/vendor/events/v1' }))

const calendar = new Calendar(element, {
  plugins: [dayGrid, classic],
  initialView: 'dayGridMonth',
  initialDate: `${month}-15`,
  timeZone: zone,
  headerToolbar: false,
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  events,
  eventDidMount: ({ el, event }) => el.setAttribute('data-event-id', event.id),
})
calendar.render()

// Its own toolbar depends on the theme.
const next = document.body.appendChild(document.createElement('button'))
next.textContent = 'Next'
next.addEventListener('click', () => calendar.next())
