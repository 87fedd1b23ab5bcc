'use client'

import { useEffect, useRef } from 'react'
import { type Scope, type ScopeChoice, scopeIn } from '../lib/scope.ts'
import { ScopeFields } from './scope-fields.tsx'

interface Props {
  scopes: readonly ScopeChoice[]
  /** What an answer leads to that is not evident; '' for nothing. */
  note: string
  onChoose: (scope: Scope) => void
  onClose: () => void
}

/** Asks which dates of a series a change means. Escape and Cancel close it, and bring the focus back. */
export function ScopeDialog({ scopes, note, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="scope-title" onClose={onClose}>
      <h2 id="scope-title">This event repeats</h2>
      <form
        className="form"
        method="dialog"
        onSubmit={({ currentTarget }) => {
          const scope = scopeIn(new FormData(currentTarget))
          if (scope !== undefined) onChoose(scope)
        }}
      >
        <ScopeFields legend="Which dates change?" scopes={scopes} />
        {note !== '' && <p className="field-hint">{note}</p>}
        <div className="form-actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            Save these dates
          </button>
        </div>
      </form>
    </dialog>
  )
}
