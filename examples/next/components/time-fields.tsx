'use client'

import { useState } from 'react'
import type { EventFormValues } from '../lib/event-form.ts'
import { Field } from './field.tsx'

interface Props {
  values: EventFormValues
  faults: Readonly<Record<string, string>>
  /** Called with each start that is whole. */
  onStart: (start: string) => void
}

/** First and last day, with times unless the event takes all day. */
export function TimeFields({ values, faults, onStart }: Props) {
  const [isAllDay, setAllDay] = useState(values.isAllDay)
  const [start, setStart] = useState(values.start)
  const [end, setEnd] = useState(values.end)
  const type = isAllDay ? 'date' : 'datetime-local'
  // What was typed stays when the times go, or come back.
  const shown = (text: string) => (isAllDay ? text.slice(0, 10) : withTime(text))
  const hint = isAllDay ? undefined : `In the time zone ${values.timezone}.`
  return (
    <fieldset className="field-group">
      <legend>When</legend>
      <div className="check">
        <input
          id="all_day"
          name="all_day"
          type="checkbox"
          checked={isAllDay}
          onChange={({ target }) => setAllDay(target.checked)}
        />
        <label htmlFor="all_day">All day</label>
      </div>
      <div className="field-row">
        <Field name="start_date" label="Start" {...(hint && { hint })} fault={faults.start_date}>
          {(props) => (
            <input
              {...props}
              type={type}
              value={shown(start)}
              onChange={({ target }) => {
                setStart(target.value)
                if (target.value !== '') onStart(target.value)
              }}
              required
            />
          )}
        </Field>
        <Field name="end_date" label="End" fault={faults.end_date}>
          {(props) => (
            <input
              {...props}
              type={type}
              value={shown(end)}
              onChange={({ target }) => setEnd(target.value)}
              required
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

const withTime = (text: string): string => (text.length === 10 ? `${text}T19:00` : text)
