/*
 * A page with Schedule-X and the events of the API that serves it. The query has the month and the zone.
 */

import 'temporal-polyfill/global'
import type {} from 'temporal-polyfill/types/global'
import '@schedule-x/theme-default/dist/index.css'
import { type CalendarConfig, createCalendar, createViewMonthGrid } from '@schedule-x/calendar'
import { createClient } from 'kalends/client'
import { scheduleXEvents } from 'kalends/client/schedule-x'
import { element, month, zone } from './page.ts'

type Callbacks = NonNullable<CalendarConfig['callbacks']>

const fetchEvents: NonNullable<Callbacks['fetchEvents']> = scheduleXEvents(
  createClient({ baseUrl: '/vendor/events/v1' }),
)

createCalendar({
  views: [createViewMonthGrid()],
  selectedDate: Temporal.PlainDate.from(`${month}-15`),
  timezone: zone,
  locale: 'en-GB',
  monthGridOptions: { nEventsPerDay: 100 },
  callbacks: { fetchEvents },
}).render(element)
