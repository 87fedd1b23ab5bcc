import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

/*
 * A field: its name, what helps, and what is wrong, which the input names by `aria-describedby`.
 */

export interface FieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly fault?: string | undefined
  readonly disabled?: boolean | undefined
}

interface Ids {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: 'true'
}

export function useField({ help, fault }: Pick<FieldProps, 'help' | 'fault'>): Ids {
  const id = useId()
  const described = [help ? `${id}-help` : '', fault ? `${id}-fault` : ''].filter((one) => one !== '')
  return {
    id,
    ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
    ...(fault ? { 'aria-invalid': 'true' } : {}),
  }
}

export function FieldFrame({
  id,
  label,
  help,
  fault,
  class: name = '',
  children,
}: Omit<FieldProps, 'disabled'> & {
  readonly id: string
  readonly class?: string
  readonly children: ComponentChildren
}) {
  return (
    <div class={`field ${name}`}>
      <label for={id}>{label}</label>
      {children}
      {help ? (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {fault ? (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      ) : null}
    </div>
  )
}

interface TextProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly name?: string
  readonly class?: string
  readonly type?: 'text' | 'search' | 'password' | 'number'
  readonly input?: JSX.InputHTMLAttributes<HTMLInputElement>
}

export function TextField({
  label,
  value,
  onChange,
  help,
  fault,
  disabled,
  name,
  class: css,
  type = 'text',
  input,
}: TextProps) {
  const ids = useField({ help, fault })
  return (
    <FieldFrame id={ids.id} label={label} help={help} fault={fault} class={css ?? ''}>
      <input
        {...ids}
        type={type}
        name={name}
        value={value}
        disabled={disabled}
        autocomplete="off"
        {...input}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}

export function AreaField({
  label,
  value,
  onChange,
  help,
  fault,
  disabled,
  name,
  class: css = 'wide',
  rows = 4,
}: Omit<TextProps, 'type' | 'input'> & { readonly rows?: number }) {
  const ids = useField({ help, fault })
  return (
    <FieldFrame id={ids.id} label={label} help={help} fault={fault} class={css}>
      <textarea
        {...ids}
        name={name}
        rows={rows}
        value={value}
        disabled={disabled}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}

export function Checkbox({
  label,
  checked,
  onChange,
  disabled,
  help,
}: FieldProps & { readonly checked: boolean; readonly onChange: (checked: boolean) => void }) {
  const { id, ...described } = useField({ help })
  return (
    <div class="check">
      <input
        id={id}
        {...described}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {help ? (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** `T`: the values of its choices. */
export function SelectField<T extends string>({
  label,
  value,
  choices,
  onChange,
  help,
  fault,
  disabled,
}: FieldProps & {
  readonly value: string
  readonly choices: readonly (Choice & { readonly value: T })[]
  readonly onChange: (value: T) => void
}) {
  const ids = useField({ help, fault })
  return (
    <FieldFrame id={ids.id} label={label} help={help} fault={fault}>
      <select
        {...ids}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function RadioGroup({
  label,
  value,
  choices,
  onChange,
  class: css = '',
}: {
  readonly label: string
  readonly value: string
  readonly choices: readonly (Choice & { readonly note?: string; readonly disabled?: boolean })[]
  readonly onChange: (value: string) => void
  readonly class?: string
}) {
  const id = useId()
  return (
    <div class={`radios ${css}`} role="radiogroup" aria-labelledby={`${id}-label`}>
      <span class="label" id={`${id}-label`}>
        {label}
      </span>
      {choices.map((choice) => (
        <span class="radio" key={choice.value}>
          <input
            id={`${id}-${choice.value}`}
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            aria-describedby={choice.note ? `${id}-${choice.value}-note` : undefined}
            onChange={() => onChange(choice.value)}
          />
          <label for={`${id}-${choice.value}`}>{choice.label}</label>
          {choice.note ? (
            <span class="help" id={`${id}-${choice.value}-note`}>
              {choice.note}
            </span>
          ) : null}
        </span>
      ))}
    </div>
  )
}
