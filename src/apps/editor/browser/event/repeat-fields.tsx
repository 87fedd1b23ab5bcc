import { useEffect, useState } from 'preact/hooks'
import { todayIn, weekdayOf } from '../dates/days.ts'
import { longDate, weekdayName } from '../dates/write.ts'
import { DateField } from '../parts/date-field.tsx'
import { FieldFrame, RadioGroup, SelectField, TextField, useField } from '../parts/field.tsx'
import { me } from '../session.ts'
import { count, t, text } from '../texts.ts'
import type { EventForm } from './form.ts'
import { type Frequency, isLastOfMonth, NEVER, ordinalOf, type Repeats, ruleOf } from './repeats.ts'

const ORDINALS = [text('first'), text('second'), text('third'), text('fourth'), text('fifth')] as const

const ordinalText = (ordinal: number): string => t(ORDINALS[ordinal - 1] ?? 'fifth')

/** The rule as a sentence. */
export function sentenceOf(repeats: Repeats, start: string): string {
  const { frequency, every, ends, until, times } = repeats
  if (frequency === 'custom') return t('Repeats by a rule of its own: {rule}', { rule: repeats.rule })
  if (frequency === 'never' || start === '') return ''
  const days = (repeats.days.length === 0 ? [weekdayOf(start)] : [...repeats.days])
    .sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
    .map((day) => weekdayName(day))
    .join(', ')
  const weekday = weekdayName(weekdayOf(start))
  const rhythm = {
    daily: count(every, 'Every day', 'Every {n} days'),
    weekly: `${count(every, 'Every week', 'Every {n} weeks')}: ${days}`,
    monthly: `${count(every, 'Every month', 'Every {n} months')}: ${
      repeats.monthly === 'date'
        ? t('on day {n}', { n: Number(start.slice(8)) })
        : repeats.monthly === 'last'
          ? t('on the last {weekday}', { weekday })
          : t('on the {ordinal} {weekday}', { ordinal: ordinalText(ordinalOf(start)), weekday })
    }`,
    yearly: count(every, 'Every year', 'Every {n} years'),
  }[frequency]
  const end =
    ends === 'until' && until !== ''
      ? t('until {date}', { date: longDate(until) })
      : ends === 'times'
        ? count(times, 'once', '{n} times')
        : ''
  return end === '' ? rhythm : `${rhythm}, ${end}`
}

function Days({
  repeats,
  change,
}: {
  readonly repeats: Repeats
  readonly change: (part: Partial<Repeats>) => void
}) {
  const start = me.value?.start_of_week ?? 1
  return (
    <fieldset class="days-of-week">
      <legend>{t('On these days')}</legend>
      {[0, 1, 2, 3, 4, 5, 6].map((at) => {
        const day = (start + at) % 7
        const id = `weekday-${day}`
        return (
          <span class="check" key={day}>
            <input
              id={id}
              type="checkbox"
              checked={repeats.days.includes(day)}
              onChange={({ currentTarget }) =>
                change({
                  days: currentTarget.checked
                    ? [...repeats.days, day]
                    : repeats.days.filter((one) => one !== day),
                })
              }
            />
            <label for={id}>{weekdayName(day)}</label>
          </span>
        )
      })}
    </fieldset>
  )
}

function NextDates({
  form,
  repeats,
  change,
}: {
  readonly form: EventForm
  readonly repeats: Repeats
  readonly change: (part: Partial<Repeats>) => void
}) {
  const { startDay, startTime, zone } = form.values.value
  const [dates, setDates] = useState<readonly string[]>([])
  const today = todayIn(zone)
  const from = startDay > today ? startDay : today
  const rule = startDay === '' ? '' : ruleOf(repeats, startDay)
  const { skipped, added } = repeats
  useEffect(() => {
    let isOver = false
    if (rule === '') setDates([])
    else
      void import('./dates-of-rule.ts').then(({ datesOfRule }) => {
        if (!isOver)
          setDates(datesOfRule(rule, `${startDay} ${startTime || '00:00'}`, from, skipped, 5) ?? [])
      })
    return () => {
      isOver = true
    }
  }, [rule, startDay, startTime, from, skipped.join()])
  const [isAdding, setAdding] = useState(false)
  return (
    <div class="wide">
      <p aria-live="polite">{sentenceOf(repeats, startDay)}</p>
      {dates.length > 0 ? (
        <>
          <h2 class="minor" id="next-dates">
            {t('Next dates')}
          </h2>
          <ul class="dates" aria-labelledby="next-dates">
            {dates.map((day) => (
              <li key={day}>
                {longDate(day)}{' '}
                <button
                  type="button"
                  aria-label={t('Skip {date}', { date: longDate(day) })}
                  onClick={() => change({ skipped: [...skipped, day] })}
                >
                  {t('Skip')}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <DayList
        title={t('Skipped dates')}
        days={skipped}
        verb={(day) => t('Do not skip {date}', { date: day })}
        onRemove={(day) => change({ skipped: skipped.filter((one) => one !== day) })}
      />
      <DayList
        title={t('Added dates')}
        days={added}
        verb={(day) => t('Remove {date}', { date: day })}
        onRemove={(day) => change({ added: added.filter((one) => one !== day) })}
      />
      {isAdding ? (
        <DateField
          label={t('Further date')}
          value=""
          zone={zone}
          onChange={(day) => {
            if (day !== '' && !added.includes(day)) change({ added: [...added, day].sort() })
          }}
        />
      ) : null}
      <button type="button" onClick={() => setAdding(true)}>
        {t('Add date')}
      </button>
    </div>
  )
}

function DayList({
  title,
  days,
  verb,
  onRemove,
}: {
  readonly title: string
  readonly days: readonly string[]
  readonly verb: (day: string) => string
  readonly onRemove: (day: string) => void
}) {
  if (days.length === 0) return null
  return (
    <div>
      <h2 class="minor">{title}</h2>
      <ul class="dates" aria-label={title}>
        {days.map((day) => (
          <li key={day}>
            {longDate(day.slice(0, 10))}{' '}
            <button type="button" onClick={() => onRemove(day)}>
              {verb(longDate(day.slice(0, 10)))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How the event repeats. */
export function RepeatFields({ form }: { readonly form: EventForm }) {
  const { repeats, startDay, zone } = form.values.value
  const fault = form.faults.value.recurrence
  const change = (part: Partial<Repeats>) => form.set('repeats', { ...repeats, ...part })
  const every = useField({})
  const times = useField({})
  const choices: { value: Frequency; label: string }[] = [
    { value: 'never', label: t('Never') },
    { value: 'daily', label: t('Daily') },
    { value: 'weekly', label: t('Weekly') },
    { value: 'monthly', label: t('Monthly') },
    { value: 'yearly', label: t('Yearly') },
    { value: 'custom', label: t('Custom') },
  ]
  const isSimple = repeats.frequency !== 'never' && repeats.frequency !== 'custom'
  return (
    <div class="repeats" data-key="repeats">
      <SelectField
        label={t('Repeats')}
        value={repeats.frequency}
        choices={choices}
        fault={fault}
        onChange={(value) => {
          const frequency = choices.find((one) => one.value === value)?.value ?? 'never'
          if (frequency === 'never') return form.set('repeats', NEVER)
          const rule =
            repeats.frequency === 'never' ? 'FREQ=WEEKLY' : ruleOf(repeats, startDay || todayIn(zone))
          change({ frequency, rule, days: startDay === '' ? [] : [weekdayOf(startDay)] })
        }}
      />
      {repeats.frequency === 'custom' ? (
        <TextField
          label={t('Rule')}
          help={t('In the language of iCalendar, such as FREQ=MONTHLY;BYDAY=2FR')}
          value={repeats.rule}
          onChange={(rule) => change({ rule: rule.trim().toUpperCase() })}
        />
      ) : null}
      {isSimple ? (
        <>
          <FieldFrame id={every.id} label={t('Every')} class="small">
            <input
              {...every}
              type="number"
              min={1}
              max={1000}
              value={repeats.every}
              onInput={({ currentTarget }) =>
                change({ every: Math.min(1000, Math.max(1, Math.floor(Number(currentTarget.value)) || 1)) })
              }
            />
          </FieldFrame>
          {repeats.frequency === 'weekly' ? <Days repeats={repeats} change={change} /> : null}
          {repeats.frequency === 'monthly' && startDay !== '' ? (
            <RadioGroup
              label={t('Which day')}
              value={repeats.monthly}
              onChange={(value) =>
                change({ monthly: value === 'last' ? 'last' : value === 'weekday' ? 'weekday' : 'date' })
              }
              choices={[
                { value: 'date', label: t('on day {n}', { n: Number(startDay.slice(8)) }) },
                {
                  value: 'weekday',
                  label: t('on the {ordinal} {weekday}', {
                    ordinal: ordinalText(ordinalOf(startDay)),
                    weekday: weekdayName(weekdayOf(startDay)),
                  }),
                },
                ...(isLastOfMonth(startDay)
                  ? [
                      {
                        value: 'last',
                        label: t('on the last {weekday}', { weekday: weekdayName(weekdayOf(startDay)) }),
                      },
                    ]
                  : []),
              ]}
            />
          ) : null}
          <RadioGroup
            label={t('Ends')}
            value={repeats.ends}
            onChange={(value) =>
              change({ ends: value === 'until' ? 'until' : value === 'times' ? 'times' : 'never' })
            }
            choices={[
              { value: 'never', label: t('Never') },
              { value: 'until', label: t('On date') },
              { value: 'times', label: t('After') },
            ]}
          />
          {repeats.ends === 'until' ? (
            <DateField
              label={t('Until')}
              value={repeats.until}
              zone={zone}
              onChange={(until) => change({ until })}
            />
          ) : null}
          {repeats.ends === 'times' ? (
            <FieldFrame id={times.id} label={t('Times')} class="small">
              <input
                {...times}
                type="number"
                min={1}
                max={me.value?.limits.occurrences ?? 1000}
                value={repeats.times}
                onInput={({ currentTarget }) =>
                  change({ times: Math.max(1, Math.floor(Number(currentTarget.value)) || 1) })
                }
              />
            </FieldFrame>
          ) : null}
        </>
      ) : null}
      {repeats.frequency === 'never' ? null : <NextDates form={form} repeats={repeats} change={change} />}
    </div>
  )
}
