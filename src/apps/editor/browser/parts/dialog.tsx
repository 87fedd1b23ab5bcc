import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../texts.ts'

/**
 * A modal dialog, by the browser's own: it keeps the focus, makes what is behind it inert, and closes with Escape, which
 * means Cancel and loses nothing. The focus goes back to where it was.
 */
export function Dialog({
  title,
  onClose,
  children,
  buttons,
  cancel = t('Cancel'),
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Beside "Cancel". */
  readonly buttons?: ComponentChildren
  readonly cancel?: string
}) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const dialog = ref.current
    dialog?.showModal()
    // What is marked, else the first field or button: Escape and Cancel are never far.
    const first = (selector: string) => dialog?.querySelector<HTMLElement>(selector)
    const start =
      first('[data-focus]') ??
      first('input:checked') ??
      first('input:not([disabled]), button, select, textarea')
    start?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      <div class="dialog-body">{children}</div>
      <div class="buttons">
        {buttons}
        <button type="button" onClick={onClose}>
          {cancel}
        </button>
      </div>
    </dialog>
  )
}
