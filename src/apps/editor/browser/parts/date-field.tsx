import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { todayIn } from '../dates/days.ts'
import { dayInOtherCalendar } from '../dates/other-calendar.ts'
import { readDate, readTime } from '../dates/read.ts'
import { fieldDate, longDate, timeText } from '../dates/write.ts'
import { locale, t } from '../texts.ts'
import { CalendarDialog } from './calendar-dialog.tsx'
import { FieldFrame, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  /** A day or a time, as the interface has it; '' for none. */
  readonly value: string
  /** '' while the text is none. */
  readonly onChange: (value: string) => void
  readonly isRequired?: boolean
}

/**
 * What was typed, until something else than it is given. The text of a field that has the focus is never changed.
 */
function useTyped(
  value: string,
  read: (text: string) => string | undefined,
  write: (value: string) => string,
) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value === '' ? '' : write(value))
  const known = useRef(value)
  useEffect(() => {
    // An effect can be late: then this value is of an earlier letter.
    if (value === known.current || input.current === document.activeElement) return
    known.current = value
    setText(value === '' ? '' : write(value))
  }, [value, write])
  const understood = read(text)
  return {
    input,
    text,
    understood,
    type: (typed: string): string => {
      setText(typed)
      known.current = read(typed) ?? ''
      return known.current
    },
    tidy: () => {
      if (understood !== undefined) setText(write(understood))
    },
  }
}

/** A text field for a date: says in words what it understood, and has a calendar. */
export function DateField({
  label,
  value,
  onChange,
  help,
  fault,
  disabled,
  zone,
  isRequired = false,
}: Props & { readonly zone: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const today = todayIn(zone)
  const { input, text, understood, type, tidy } = useTyped(
    value,
    (one) => readDate(one, locale, today),
    fieldDate,
  )
  const isUnknown = text.trim() !== '' && understood === undefined
  const said = isUnknown
    ? t('Not a date. Write it like {example}.', { example: fieldDate(today) })
    : understood === undefined
      ? ''
      : longDate(understood)
  const meant = isUnknown ? dayInOtherCalendar(text, locale, today) : undefined
  const choose = (day: string) => {
    onChange(type(fieldDate(day)))
    input.current?.focus()
  }
  const wrong = fault ?? (isUnknown ? said : undefined)
  return (
    <FieldFrame id={id} label={label} help={help} fault={fault} class="date">
      <span class="with-button">
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="text"
          autocomplete="off"
          disabled={disabled}
          required={isRequired}
          value={text}
          aria-invalid={wrong === undefined ? undefined : 'true'}
          aria-describedby={`${id}-said${fault ? ` ${id}-fault` : ''}`}
          onInput={(event) => onChange(type(event.currentTarget.value))}
          onBlur={tidy}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              setOpen(true)
            }
          }}
        />
        <button
          type="button"
          class="quiet"
          disabled={disabled}
          // The arrow down in the field opens it, too: one Tab from field to field.
          tabIndex={-1}
          aria-describedby={`${id}-of`}
          onClick={() => setOpen(true)}
        >
          <span aria-hidden="true">▦</span>
          <span class="hidden">{t('Choose date')}</span>
        </button>
        <span class="hidden" id={`${id}-of`}>
          {label}
        </span>
      </span>
      <p class={isUnknown ? 'fault' : 'help'} id={`${id}-said`}>
        {said}
      </p>
      {meant === undefined ? null : (
        <button type="button" onClick={() => choose(meant)}>
          {t('Do you mean {date}?', { date: longDate(meant) })}
        </button>
      )}
      {isOpen ? (
        <CalendarDialog
          value={understood ?? today}
          today={today}
          onClose={() => setOpen(false)}
          onChoose={(day) => {
            setOpen(false)
            choose(day)
          }}
        />
      ) : null}
    </FieldFrame>
  )
}

/** A text field for a time of day. */
export function TimeField({ label, value, onChange, fault, disabled }: Props) {
  const id = useId()
  const { input, text, understood, type, tidy } = useTyped(value, (one) => readTime(one, locale), timeText)
  const isUnknown = text.trim() !== '' && understood === undefined
  return (
    <FieldFrame id={id} label={label} fault={fault} class="time">
      <input
        ref={input}
        id={id}
        type="text"
        autocomplete="off"
        disabled={disabled}
        value={text}
        aria-invalid={fault !== undefined || isUnknown ? 'true' : undefined}
        aria-describedby={`${id}-said${fault ? ` ${id}-fault` : ''}`}
        onInput={(event) => onChange(type(event.currentTarget.value))}
        onBlur={tidy}
      />
      <p class={isUnknown ? 'fault' : 'help'} id={`${id}-said`}>
        {isUnknown ? t('Not a time. Write it like {example}.', { example: timeText('19:30') }) : ''}
      </p>
    </FieldFrame>
  )
}
