'use client'

import { useRef, useState } from 'react'
import { client } from './browser-client.ts'
import { faultsOf } from './faults.ts'

/** A button that asks before it deletes. Escape and Cancel close the dialog, and bring the focus back. */
export function DeleteEvent({ id, title }: { id: number; title: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await client.events.delete(id)
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
        <p>It disappears from the calendar, and its address shows nothing any more.</p>
        {fault !== '' && (
          <p className="form-fault" role="alert">
            {fault}
          </p>
        )}
        <div className="form-actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" className="button danger" onClick={remove} disabled={isBusy}>
            {isBusy ? 'Deleting …' : 'Delete'}
          </button>
        </div>
      </dialog>
    </div>
  )
}
