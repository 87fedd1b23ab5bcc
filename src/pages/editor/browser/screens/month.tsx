import { useSignal } from '@preact/signals'
import type { ClientEvent } from '../../../../client.ts'
import { plainText } from '../../../embed/plain-text.ts'
import { client } from '../api.ts'
import { daysBetween, plusDays, plusMonths, todayIn } from '../dates/days.ts'
import { dayNumber, longDate, monthName, timeText, weekdayName } from '../dates/write.ts'
import { filtersOf } from '../list/filters.tsx'
import { attempt, say } from '../notices.ts'
import { weeksOf } from '../parts/calendar-dialog.tsx'
import { DateField } from '../parts/date-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/load.ts'
import { addressOf, refresh, route, setQuery } from '../router.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'

/** As many as a month of a busy town; more are said, and found by filters. */
const MOST = 500

async function eventsBetween(first: string, last: string, signal: AbortSignal): Promise<ClientEvent[]> {
  const filters = {
    ...filtersOf(route.value.query, {}),
    starts_after: undefined,
    ends_after: plusDays(first, -1),
    starts_before: last,
    per_page: 50,
  }
  const events: ClientEvent[] = []
  for await (const event of client.events.list(filters, { signal })) {
    events.push(event)
    if (events.length >= MOST) break
  }
  return events
}

/** A month with the same filters as the list. What can be dragged elsewhere has "Move to…" here. */
export function MonthView() {
  const zone = me.value?.timezone ?? 'UTC'
  const today = todayIn(zone)
  const asked = route.value.query.get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7)
  const weeks = weeksOf(month, me.value?.start_of_week ?? 1)
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.[6]]
  const { value, isLoading, trouble } = useLoaded(
    (signal) => eventsBetween(first, last, signal),
    [route.value.query.toString()],
  )
  const moved = useSignal<ClientEvent | undefined>(undefined)
  const step = (months: number) => () => setQuery({ month: plusMonths(`${month}-01`, months).slice(0, 7) })
  const on = (day: string) =>
    (value ?? []).filter(
      ({ start_date, end_date }) => start_date.slice(0, 10) <= day && day <= end_date.slice(0, 10),
    )
  return (
    <>
      <div class="month-head">
        <button type="button" onClick={step(-1)}>
          {t('Previous')}
        </button>
        <h2 id="month" aria-live="polite">
          {monthName(month)}
        </h2>
        <button type="button" onClick={() => setQuery({ month: undefined })}>
          {t('Today')}
        </button>
        <button type="button" onClick={step(1)}>
          {t('Next')}
        </button>
      </div>
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      {value !== undefined && value.length >= MOST ? (
        <p class="note">{t('Only the first {n} events are shown. Use the filters.', { n: MOST })}</p>
      ) : null}
      <div class="scroll" aria-busy={isLoading}>
        <table class="month" aria-labelledby="month">
          <thead>
            <tr>
              {(weeks[0] ?? []).map((day) => (
                <th scope="col" key={day}>
                  {weekdayName(new Date(`${day}T00:00:00Z`).getUTCDay(), 'short')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <td key={day} class={day.startsWith(month) ? '' : 'other'}>
                    <div class="day">
                      <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                        <span aria-hidden="true">{dayNumber(day)}</span>
                        <span class="hidden">{longDate(day)}</span>
                      </time>
                      {may('write') ? (
                        <a
                          class="add"
                          href={addressOf('/events/new', { day })}
                          aria-label={t('New event on {date}', { date: longDate(day) })}
                        >
                          +
                        </a>
                      ) : null}
                    </div>
                    <ul>
                      {on(day).map((event) => (
                        <li key={event.id} class={event.status}>
                          <a href={addressOf(`/events/${event.id}`)} id={`e${event.id}-${day}`}>
                            {event.all_day === true || !event.start_date.startsWith(day)
                              ? ''
                              : `${timeText(event.start_date.slice(11, 16))} `}
                            {plainText(event.title)}
                          </a>
                          {may('write') && event.start_date.startsWith(day) ? (
                            <button
                              type="button"
                              class="quiet"
                              aria-describedby={`e${event.id}-${day}`}
                              onClick={() => {
                                moved.value = event
                              }}
                            >
                              {t('Move to…')}
                            </button>
                          ) : null}
                        </li>
                      ))}
                    </ul>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {moved.value === undefined ? null : (
        <MoveDialog
          event={moved.value}
          onClose={() => {
            moved.value = undefined
          }}
        />
      )}
    </>
  )
}

function MoveDialog({ event, onClose }: { readonly event: ClientEvent; readonly onClose: () => void }) {
  const before = event.start_date.slice(0, 10)
  const day = useSignal(before)
  const title = plainText(event.title)
  const walls = (to: string) => {
    const days = daysBetween(before, to)
    const shift = (wall: string) => `${plusDays(wall.slice(0, 10), days)}${wall.slice(10)}`
    return { start_date: shift(event.start_date), end_date: shift(event.end_date) }
  }
  const move = () => {
    if (day.value === '') return
    void attempt(async () => {
      await client.events.update(event.id, walls(day.value))
      say(t('Moved to {date}: {title}', { date: longDate(day.value), title }), () =>
        client.events.update(event.id, walls(before)),
      )
      refresh.value++
      onClose()
    })
  }
  return (
    <Dialog
      title={t('Move to…')}
      onClose={onClose}
      buttons={
        <button type="button" class="primary" onClick={move}>
          {t('Move')}
        </button>
      }
    >
      <p>{title}</p>
      <DateField
        label={t('New date')}
        value={day.value}
        zone={event.timezone}
        onChange={(value) => {
          day.value = value
        }}
      />
    </Dialog>
  )
}
