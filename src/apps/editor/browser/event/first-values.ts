import type { ClientEvent } from '../../../../client.ts'
import { isDay, plusDays, todayIn } from '../dates/days.ts'
import { route } from '../router.ts'
import { me } from '../session.ts'
import { EMPTY, type EventValues, valuesOf } from './values.ts'

/* What the form of a new event begins with. */

/** The next event begins with the zone, the venue and the duration of the last. */
let last: Pick<EventValues, 'zone' | 'venue' | 'startTime' | 'endTime'> | undefined

export const remember = ({ zone, venue, startTime, endTime }: EventValues): void => {
  last = { zone, venue, startTime, endTime }
}

export function emptyValues(): EventValues {
  const zone = last?.zone ?? me.value?.timezone ?? 'UTC'
  const empty: EventValues = { ...EMPTY, ...last, zone }
  const day = route.value.query.get('day') ?? ''
  return isDay(day) ? { ...empty, startDay: day, endDay: day } : empty
}

/** A copy is a draft on the next such weekday. */
export function copyOf(event: ClientEvent): EventValues {
  const values = valuesOf(event)
  const today = todayIn(values.zone)
  let day = plusDays(values.startDay, 7)
  while (day < today) day = plusDays(day, 7)
  const { slug, publicationDay, publicationTime, author, repeats, isPrivate, eventStatus, reason } = EMPTY
  const shift = (Date.parse(day) - Date.parse(values.startDay)) / 86_400_000
  return {
    ...values,
    ...{ slug, publicationDay, publicationTime, author, repeats, isPrivate, eventStatus, reason },
    startDay: day,
    endDay: plusDays(values.endDay, shift),
  }
}
