'use client'

import { type FormEvent, useRef, useState } from 'react'
import type { Saved, SeriesValues } from '../lib/event-form.ts'
import { scopeIn } from '../lib/scope.ts'
import { client } from './browser-client.ts'
import { faultsOf } from './faults.ts'
import { ScopeFields } from './scope-fields.tsx'

interface Props {
  event: Saved
  title: string
  /** Absent for an event that does not repeat. */
  series: SeriesValues | undefined
}

/** A button that asks before it deletes. Escape and Cancel close the dialog, and bring the focus back. */
export function DeleteEvent({ event, title, series }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function remove(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const scope = scopeIn(new FormData(submitted.currentTarget)) ?? 'this'
    const { id } = (scope === 'future' && series?.next) || event
    setBusy(true)
    try {
      await client.events.delete(id, { scope })
      // A whole load, and no way back: nothing that was read before shows it any more.
      window.location.replace('/')
    } catch (error) {
      setFault(faultsOf(error).general || 'The event could not be deleted.')
      setBusy(false)
    }
  }

  return (
    <div className="danger-zone">
      <button type="button" className="button danger" onClick={() => dialog.current?.showModal()}>
        Delete this event …
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="delete-title">
        <h2 id="delete-title">Delete “{title}”?</h2>
        <p>
          {series === undefined
            ? 'It disappears from the calendar, and its address shows nothing any more.'
            : 'These dates disappear from the calendar, and their addresses show nothing any more.'}
        </p>
        {fault !== '' && (
          <p className="form-fault" role="alert">
            {fault}
          </p>
        )}
        <form className="form" onSubmit={remove}>
          {series !== undefined && series.scopes.length > 0 && (
            <ScopeFields legend="Which dates are deleted?" scopes={series.scopes} />
          )}
          <div className="form-actions">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="button danger" disabled={isBusy}>
              {isBusy ? 'Deleting …' : 'Delete'}
            </button>
          </div>
        </form>
      </dialog>
    </div>
  )
}
