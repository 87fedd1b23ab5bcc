import { useSignal } from '@preact/signals'
import type { ClientEvent } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { client } from '../api.ts'
import { plusDays, plusMonths, todayIn } from '../dates/days.ts'
import { dayNumber, longDate, monthName, timeText, weekdayName } from '../dates/write.ts'
import { mayEdit } from '../event/may-edit.ts'
import { drop, type Move, MoveDialogs } from '../event/move.tsx'
import { statusName } from '../event/status-names.ts'
import { Marks, marksOf } from '../event/takes-place.tsx'
import { filtersOf } from '../list/filters.tsx'
import { weeksOf } from '../parts/calendar-dialog.tsx'
import { useLoaded } from '../parts/load.ts'
import { addressOf, route, setQuery } from '../router.ts'
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

const weekdayOf = (day: string): string => weekdayName(new Date(`${day}T00:00:00Z`).getUTCDay(), 'short')

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
  const moved = useSignal<Move | undefined>(undefined)
  /** What is being dragged, and the day that it is over. */
  const dragged = useSignal<ClientEvent | undefined>(undefined)
  const over = useSignal('')
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
                  {weekdayOf(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <td
                    key={day}
                    class={`${day.startsWith(month) ? '' : 'other'} ${over.value === day ? 'over' : ''}`}
                    onDragOver={(event) => {
                      if (dragged.value === undefined) return
                      event.preventDefault()
                      over.value = day
                    }}
                    onDrop={(event) => {
                      event.preventDefault()
                      if (dragged.value !== undefined) moved.value = drop(dragged.value, day)
                      dragged.value = undefined
                      over.value = ''
                    }}
                  >
                    <div class="day">
                      <time dateTime={day} aria-current={day === today ? 'date' : undefined}>
                        <span aria-hidden="true" data-weekday={weekdayOf(day)}>
                          {dayNumber(day)}
                        </span>
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
                        <Entry
                          key={event.id}
                          event={event}
                          day={day}
                          onMove={() => {
                            moved.value = { event }
                          }}
                          onDrag={(isOn) => {
                            dragged.value = isOn ? event : undefined
                            if (!isOn) over.value = ''
                          }}
                        />
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
        <MoveDialogs
          key={moved.value.event.id}
          {...moved.value}
          onClose={() => {
            moved.value = undefined
          }}
        />
      )}
    </>
  )
}

function Entry({
  event,
  day,
  onMove,
  onDrag,
}: {
  readonly event: ClientEvent
  readonly day: string
  readonly onMove: () => void
  readonly onDrag: (isOn: boolean) => void
}) {
  const isStart = event.start_date.startsWith(day)
  const isMovable = isStart && event.status !== 'trash' && mayEdit(event)
  const id = `e${event.id}-${day}`
  const marks = marksOf(event).map(({ name }) => name)
  return (
    <li
      class={`entry ${event.status} ${marks.join(' ')}`}
      draggable={isMovable}
      onDragStart={(drag) => {
        drag.dataTransfer?.setData('text/plain', plainText(event.title))
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      <a href={addressOf(`/events/${event.id}`)} id={id} draggable={false}>
        {event.all_day === true || !isStart ? '' : `${timeText(event.start_date.slice(11, 16))} `}
        {plainText(event.title)}
      </a>
      <Marks event={event} />
      {event.status === 'publish' ? null : <small> {statusName(event.status)}</small>}
      {isMovable ? (
        <button type="button" class="quiet" aria-describedby={id} title={t('Move to…')} onClick={onMove}>
          <span aria-hidden="true">⋯</span>
          <span class="hidden">{t('Move to…')}</span>
        </button>
      ) : null}
    </li>
  )
}
