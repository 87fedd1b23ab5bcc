import type { ReactNode } from 'react'

/** What an input needs to belong to its field. */
export interface FieldProps {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface Props {
  name: string
  label: string
  hint?: string
  /** What is wrong, such as `is missing`. */
  fault: string | undefined
  children: (props: FieldProps) => ReactNode
}

/** A labelled input with its hint, and beside it what is wrong. */
export function Field({ name, label, hint, fault, children }: Props) {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return (
    <div className={fault === undefined ? 'field' : 'field has-error'}>
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        'aria-invalid': fault !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {hint !== undefined && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p className="field-error" id={`${name}-fault`}>
          {label} {fault}.
        </p>
      )}
    </div>
  )
}
