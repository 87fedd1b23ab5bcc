'use client'

import { useRef, useState } from 'react'
import { dateText } from '../lib/repeat-text.ts'
import { Field } from './field.tsx'

interface Props {
  dates: readonly string[]
  onChange: (dates: readonly string[]) => void
}

/** The dates on which the event does not happen. */
export function ExceptionFields({ dates, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState('')

  function add() {
    if (day !== '') onChange([...new Set([...dates, day])].sort())
    setDay('')
    input.current?.focus()
  }
  function remove(date: string) {
    onChange(dates.filter((one) => one !== date))
    // The button goes with its date.
    input.current?.focus()
  }
  return (
    <fieldset className="choices">
      <legend>Exceptions</legend>
      <div className="field-and-button">
        <Field name="repeat_exception" label="Not on" fault={undefined}>
          {(props) => (
            <input
              {...props}
              ref={input}
              type="date"
              value={day}
              onChange={({ target }) => setDay(target.value)}
              onKeyDown={(event) => {
                // Enter means this date here, not the whole form.
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
          )}
        </Field>
        <button type="button" className="button" onClick={add}>
          Add
        </button>
      </div>
      {dates.length > 0 && (
        <ul className="exceptions" aria-label="Dates on which it does not happen">
          {dates.map((date) => (
            <li key={date}>
              {dateText(date)}
              <button
                type="button"
                className="button"
                aria-label={`Remove ${dateText(date)}`}
                onClick={() => remove(date)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
