'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Category } from '../lib/categories.ts'
import type { Choice, EventFormValues } from '../lib/event-form.ts'
import { eventPath } from '../lib/paths.ts'
import { client } from './browser-client.ts'
import { CategoryFields } from './category-fields.tsx'
import { eventInputOf } from './event-input.ts'
import { faultsOf, NO_FAULTS } from './faults.ts'
import { Field } from './field.tsx'
import { TimeFields } from './time-fields.tsx'
import { VenueFields } from './venue-fields.tsx'

interface Props {
  values: EventFormValues
  venues: readonly Choice[]
  categories: readonly Category[]
}

/** Writes from the browser, through the mounted route. The API checks; its answer names every fault at once. */
export function EventForm({ values, venues, categories }: Props) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(NO_FAULTS)
  const [isSaving, setSaving] = useState(false)
  const count = Object.keys(faults.fields).length

  useEffect(() => {
    if (faults === NO_FAULTS) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-fault')?.focus()
  }, [faults])

  async function save(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const input = eventInputOf(new FormData(submitted.currentTarget))
    setSaving(true)
    try {
      const { saved } = values
      const event = await (saved === undefined
        ? client.events.create(input)
        : client.events.update(saved.id, input, { ifMatch: saved.etag }))
      router.push(eventPath(event))
      router.refresh()
    } catch (error) {
      setFaults(faultsOf(error))
      setSaving(false)
    }
  }

  const { fields, general } = faults
  return (
    // The API's own words say what is wrong, so the browser's are switched off.
    <form className="form event-form" ref={form} onSubmit={save} noValidate>
      <noscript>
        <p className="form-fault">This form needs JavaScript.</p>
      </noscript>
      <p className="visually-hidden" role="status">
        {count > 0 && `${count} ${count === 1 ? 'field needs' : 'fields need'} another look.`}
      </p>
      {general !== '' && (
        <p className="form-fault" role="alert" tabIndex={-1}>
          {general}
        </p>
      )}
      <Field name="title" label="Title" fault={fields.title}>
        {(props) => <input {...props} type="text" defaultValue={values.title} required maxLength={1000} />}
      </Field>
      <TimeFields values={values} faults={fields} />
      <VenueFields venue={values.venue} venues={venues} faults={fields} />
      <Field
        name="description"
        label="Description"
        hint="HTML, such as <p>, <em> or links. It is cleaned when it is saved."
        fault={fields.description}
      >
        {(props) => <textarea {...props} rows={7} defaultValue={values.description} />}
      </Field>
      <CategoryFields categories={categories} chosen={values.categories} fault={fields.categories} />
      <div className="field-row">
        <Field name="cost" label="Cost" hint="A price, a range, or words." fault={fields.cost}>
          {(props) => <input {...props} type="text" defaultValue={values.cost} />}
        </Field>
        <Field name="website" label="Website" hint="With https:// in front." fault={fields.website}>
          {(props) => <input {...props} type="url" defaultValue={values.website} />}
        </Field>
      </div>
      <Field name="status" label="Status" hint="Only editors see drafts." fault={fields.status}>
        {(props) => (
          <select {...props} defaultValue={values.status}>
            <option value="publish">Published</option>
            <option value="draft">Draft</option>
          </select>
        )}
      </Field>
      <div className="form-actions">
        <button type="submit" className="button primary" disabled={isSaving}>
          {isSaving ? 'Saving …' : 'Save'}
        </button>
      </div>
    </form>
  )
}
