import { useState } from 'preact/hooks'
import type { ClientEvent } from '../../../../client.ts'
import { ask } from '../api.ts'
import { runAll, type Step } from '../bulk.ts'
import { daysBetween, plusDays } from '../dates/days.ts'
import { longDate } from '../dates/write.ts'
import { attempt, say } from '../notices.ts'
import { DateField } from '../parts/date-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { refresh } from '../router.ts'
import { may } from '../session.ts'
import { count, t } from '../texts.ts'
import { copiedBody } from './copied-body.ts'

/** Drafts of the same event on other days. */
export function CopiesDialog({
  event,
  onClose,
}: {
  readonly event: ClientEvent
  readonly onClose: () => void
}) {
  const [days, setDays] = useState<readonly string[]>([])
  const [day, setDay] = useState('')
  const startDay = event.start_date.slice(0, 10)
  const add = () => {
    if (day !== '' && !days.includes(day)) setDays([...days, day].sort())
    setDay('')
  }
  const copy = () =>
    attempt(async () => {
      const all = day === '' || days.includes(day) ? days : [...days, day]
      const made: number[] = []
      for (const one of all) {
        const day = (wall: string) => plusDays(wall.slice(0, 10), daysBetween(startDay, one)) + wall.slice(10)
        const { body } = await ask('/events', {
          method: 'POST',
          body: {
            ...copiedBody(event, may('edit_others')),
            start_date: day(event.start_date),
            end_date: day(event.end_date),
          },
        })
        made.push(Number(Reflect.get(Object(body), 'id')))
      }
      onClose()
      const steps = made.map((id): Step => ({ method: 'DELETE', path: `/events/${id}` }))
      say(count(made.length, '1 copy made as a draft.', '{n} copies made as drafts.'), () =>
        runAll(steps, () => {}),
      )
      refresh.value++
    })
  return (
    <Dialog
      title={t('Copy to dates…')}
      onClose={onClose}
      buttons={
        <button
          type="button"
          class="primary"
          disabled={days.length === 0 && day === ''}
          onClick={() => void copy()}
        >
          {t('Copy')}
        </button>
      }
    >
      <DateField label={t('Date')} value={day} zone={event.timezone} onChange={setDay} />
      <button type="button" onClick={add}>
        {t('Add date')}
      </button>
      <ul class="dates" aria-label={t('Dates')}>
        {days.map((one) => (
          <li key={one}>
            {longDate(one)}{' '}
            <button type="button" onClick={() => setDays(days.filter((other) => other !== one))}>
              {t('Remove {date}', { date: longDate(one) })}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
