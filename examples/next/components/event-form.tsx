'use client'

import type { EventInput } from 'kalends/client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Category } from '../lib/categories.ts'
import type { Choice, EventFormValues } from '../lib/event-form.ts'
import { eventPath } from '../lib/paths.ts'
import { faultsIn, movedTo, recurrenceInputOf } from '../lib/repeat.ts'
import type { Scope } from '../lib/scope.ts'
import { client } from './browser-client.ts'
import { CategoryFields } from './category-fields.tsx'
import { eventInputOf, movedBetween } from './event-input.ts'
import { faultsOf, NO_FAULTS } from './faults.ts'
import { Field } from './field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { ScopeDialog } from './scope-dialog.tsx'
import { TimeFields } from './time-fields.tsx'
import { VenueFields } from './venue-fields.tsx'

const COUNT_NOTE = 'The number of times counts from the first of these dates on.'

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
  const [start, setStart] = useState(values.start)
  const [repeat, setRepeat] = useState(values.repeat)
  /** How it would repeat if only the start were changed. */
  const [kept, setKept] = useState(values.repeat)
  /** What waits for the answer which dates are meant. `asked` is different each time. */
  const [waiting, setWaiting] = useState<{ input: EventInput; asked: number }>()
  const count = Object.keys(faults.fields).length

  useEffect(() => {
    if (faults === NO_FAULTS) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-fault')?.focus()
  }, [faults])

  function moveTo(next: string) {
    setRepeat(movedTo(repeat, start, next))
    setKept(movedTo(kept, start, next))
    setStart(next)
  }

  const { saved, series } = values
  const isRuleChanged = recurrenceInputOf(repeat, kept).recurrence !== undefined
  // One date alone cannot repeat in another way than its series.
  const scopes = (series?.scopes ?? []).filter(({ scope }) => scope !== 'this' || !isRuleChanged)

  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const wrong = faultsIn(repeat)
    if (Object.keys(wrong).length > 0) return setFaults({ fields: wrong, general: '' })
    const input = eventInputOf(new FormData(submitted.currentTarget))
    if (scopes.length > 0) setWaiting({ input, asked: submitted.timeStamp })
    else save(input, 'all')
  }

  async function save(input: EventInput, scope: Scope) {
    setSaving(true)
    try {
      const event = await send(input, scope)
      // A date that the changed rule leaves out is gone; its series is not.
      router.push(event.status === 'trash' && series !== undefined ? series.path : eventPath(event))
      router.refresh()
    } catch (error) {
      setFaults(faultsOf(error))
      setSaving(false)
    }
  }

  function send(fields: EventInput, scope: Scope) {
    const input = { ...fields, ...(scope === 'this' ? {} : recurrenceInputOf(repeat, values.repeat)) }
    if (saved === undefined) return client.events.create(input)
    if (series === undefined) return client.events.update(saved.id, input, { ifMatch: saved.etag })
    // The form of a series shows its first date; what is to change from now on begins with its next one.
    const target = (scope === 'future' && series.next) || saved
    const moved = movedBetween(saved.start, target.start, input)
    return client.events.update(target.id, moved, { ifMatch: target.etag, scope })
  }

  const { fields, general } = faults
  return (
    <>
      {/* The API's own words say what is wrong, so the browser's are switched off. */}
      <form className="form event-form" ref={form} onSubmit={submit} noValidate>
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
        <TimeFields values={values} faults={fields} onStart={moveTo} />
        <RepeatFields
          repeat={repeat}
          onChange={setRepeat}
          isOther={values.repeat.frequency === 'other'}
          alsoOn={series?.alsoOn ?? []}
          faults={fields}
        />
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
      {waiting !== undefined && (
        // The key: who closes the dialog and saves again at once may be ahead of its close event.
        <ScopeDialog
          key={waiting.asked}
          scopes={scopes}
          note={isRuleChanged && repeat.ends === 'count' ? COUNT_NOTE : ''}
          onChoose={(scope) => save(waiting.input, scope)}
          onClose={() => setWaiting((now) => (now === waiting ? undefined : now))}
        />
      )}
    </>
  )
}
