'use client'

import { useState } from 'react'
import type { Choice } from '../lib/event-form.ts'
import { Field } from './field.tsx'

interface Props {
  /** ID of the chosen one, '' for none. */
  venue: string
  venues: readonly Choice[]
  faults: Readonly<Record<string, string>>
}

/** A venue that is there, or the fields of a new one, which is stored together with the event or not at all. */
export function VenueFields({ venue, venues, faults }: Props) {
  const [choice, setChoice] = useState(venue)
  return (
    <fieldset className="field-group">
      <legend>Where</legend>
      <Field name="venue" label="Venue" fault={faults.venue}>
        {(props) => (
          <select {...props} value={choice} onChange={({ target }) => setChoice(target.value)}>
            <option value="">None, or online</option>
            <option value="new">A new venue …</option>
            {venues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {choice === 'new' && (
        <>
          <Field name="venue_name" label="Name of the venue" fault={faults.venue_name}>
            {(props) => <input {...props} type="text" required />}
          </Field>
          <div className="field-row">
            <Field name="venue_address" label="Street and number" fault={faults.venue_address}>
              {(props) => <input {...props} type="text" autoComplete="off" />}
            </Field>
            <Field name="venue_city" label="City" fault={faults.venue_city}>
              {(props) => <input {...props} type="text" autoComplete="off" />}
            </Field>
          </div>
        </>
      )}
    </fieldset>
  )
}
