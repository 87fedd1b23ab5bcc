import { useSignal } from '@preact/signals'
import type { ClientEvent } from '../../../../client.ts'
import { client } from '../api.ts'
import { daysBetween, plusDays } from '../dates/days.ts'
import { longDate } from '../dates/write.ts'
import { attempt, say } from '../notices.ts'
import { DateField } from '../parts/date-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/load.ts'
import { refresh } from '../router.ts'
import { t } from '../texts.ts'
import { isFirstDate, ScopeDialog } from './dialogs.tsx'
import type { Scope } from './form.ts'
import { shownText } from './shown-text.ts'

/*
 * An event goes to another day, at the same time of day: by dragging in the month, or by "Move to…".
 */

export interface Move {
  readonly event: ClientEvent
  /** Where it was dropped; absent while nobody has said. */
  readonly day?: string
}

const dayOf = ({ start_date }: ClientEvent): string => start_date.slice(0, 10)

/** Start and end on another day. */
function datesOn(event: ClientEvent, day: string) {
  const days = daysBetween(dayOf(event), day)
  const shifted = (wall: string) => `${plusDays(wall.slice(0, 10), days)}${wall.slice(10)}`
  return { start_date: shifted(event.start_date), end_date: shifted(event.end_date) }
}

async function move(event: ClientEvent, day: string, scope?: Scope): Promise<void> {
  const options = scope === undefined ? {} : { scope }
  await client.events.update(event.id, datesOn(event, day), options)
  const told = t('Moved to {date}: {title}', { date: longDate(day), title: shownText(event.title) })
  // "This and following" makes two series of one; nothing makes them one again.
  if (scope === 'future') say(told)
  else say(told, () => client.events.update(event.id, datesOn(event, dayOf(event)), options))
  refresh.value++
}

/** Asks what is not known yet: the day; for one date of a series, which dates. Then moves. */
export function MoveDialogs({ event, day, onClose }: Move & { readonly onClose: () => void }) {
  const target = useSignal(day)
  const isDate = event.recurrence_id !== undefined
  const apply = (to: string, scope?: Scope) => void attempt(() => move(event, to, scope)).then(onClose)
  if (target.value === undefined)
    return (
      <DayDialog
        event={event}
        onClose={onClose}
        onChoose={(chosen) => {
          if (isDate) target.value = chosen
          else apply(chosen)
        }}
      />
    )
  const to = target.value
  return isDate ? (
    <DateScope event={event} day={to} onApply={(scope) => apply(to, scope)} onClose={onClose} />
  ) : null
}

/** What is dropped needs no dialog, unless it is a date of a series. */
export function drop(event: ClientEvent, day: string): Move | undefined {
  if (day === dayOf(event)) return undefined
  if (event.recurrence_id !== undefined) return { event, day }
  void attempt(() => move(event, day))
  return undefined
}

function DateScope({
  event,
  day,
  onApply,
  onClose,
}: {
  readonly event: ClientEvent
  readonly day: string
  readonly onApply: (scope: Scope) => void
  readonly onClose: () => void
}) {
  const { value: isFirst } = useLoaded(
    () => isFirstDate(event.post_parent, event.recurrence_id ?? ''),
    [event.id],
  )
  if (isFirst === undefined) return null
  return (
    <ScopeDialog
      isFirst={isFirst}
      effectOf={(scope) => client.events.dryRun.update(event.id, datesOn(event, day), { scope })}
      onApply={onApply}
      onClose={onClose}
    />
  )
}

function DayDialog({
  event,
  onChoose,
  onClose,
}: {
  readonly event: ClientEvent
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}) {
  const day = useSignal(dayOf(event))
  const choose = () => {
    if (day.value === dayOf(event)) onClose()
    else if (day.value !== '') onChoose(day.value)
  }
  return (
    <Dialog
      title={t('Move to…')}
      onClose={onClose}
      buttons={
        <button type="button" class="primary" onClick={choose}>
          {t('Move')}
        </button>
      }
    >
      <p>{shownText(event.title)}</p>
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
