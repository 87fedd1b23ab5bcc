'use client'

import { isKey, NTHS, type Repeat, WEEKDAYS } from '../lib/repeat.ts'
import { dateText } from '../lib/repeat-text.ts'
import { ExceptionFields } from './exception-fields.tsx'
import { Field, type FieldProps } from './field.tsx'

interface Props {
  repeat: Repeat
  onChange: (repeat: Repeat) => void
  /** Whether the event has a rule that this form cannot show. It stays one of the choices. */
  isOther: boolean
  alsoOn: readonly string[]
  faults: Readonly<Record<string, string>>
}

const FREQUENCIES = {
  never: 'Never',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
} as const

const OTHER = { other: 'By another rule' } as const
const UNITS = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' } as const
const BYS = { day: 'A day of the month', weekday: 'A day of the week' } as const
const ENDS = { never: 'Never', until: 'On a date', count: 'After a number of times' } as const

/** How often, on which days, how long, and on which dates not. */
export function RepeatFields({ repeat, onChange, isOther, alsoOn, faults }: Props) {
  const change = (changed: Partial<Repeat>) => onChange({ ...repeat, ...changed })
  const { frequency, monthlyBy, ends } = repeat
  const number = (name: 'interval' | 'monthDay' | 'count', most: number) => (props: FieldProps) => (
    <input
      {...props}
      type="number"
      min={1}
      max={most}
      value={repeat[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <fieldset className="field-group">
      <legend>Repeats</legend>
      <div className="field-row">
        <Field name="repeat" label="Repeat" fault={faults.recurrence}>
          {(props) => (
            <Select
              {...props}
              options={isOther ? { ...FREQUENCIES, ...OTHER } : { ...FREQUENCIES }}
              value={frequency}
              onChoose={(frequency) => change({ frequency })}
            />
          )}
        </Field>
        {isKey(frequency, UNITS) && (
          <Field
            name="repeat_interval"
            label={`Every how many ${UNITS[frequency]}`}
            fault={faults.repeat_interval}
          >
            {number('interval', 1000)}
          </Field>
        )}
      </div>
      {frequency === 'other' && (
        <p className="field-hint">
          This form cannot show the rule. It stays as it is: <code>{repeat.rrule}</code>
        </p>
      )}
      {frequency === 'weekly' && (
        <Weekdays repeat={repeat} onChange={change} fault={faults.repeat_weekdays} />
      )}
      {frequency === 'monthly' && (
        <div className="field-row">
          <Field name="repeat_by" label="On" fault={undefined}>
            {(props) => (
              <Select
                {...props}
                options={BYS}
                value={monthlyBy}
                onChoose={(monthlyBy) => change({ monthlyBy })}
              />
            )}
          </Field>
          {monthlyBy === 'day' ? (
            <Field name="repeat_month_day" label="Day of the month" fault={faults.repeat_month_day}>
              {number('monthDay', 31)}
            </Field>
          ) : (
            <>
              <Field name="repeat_nth" label="Which one" fault={undefined}>
                {(props) => (
                  <Select {...props} options={NTHS} value={repeat.nth} onChoose={(nth) => change({ nth })} />
                )}
              </Field>
              <Field name="repeat_weekday" label="Day of the week" fault={undefined}>
                {(props) => (
                  <Select
                    {...props}
                    options={WEEKDAYS}
                    value={repeat.weekday}
                    onChoose={(weekday) => change({ weekday })}
                  />
                )}
              </Field>
            </>
          )}
        </div>
      )}
      {isKey(frequency, UNITS) && (
        <div className="field-row">
          <Field name="repeat_ends" label="Stops" fault={undefined}>
            {(props) => (
              <Select {...props} options={ENDS} value={ends} onChoose={(ends) => change({ ends })} />
            )}
          </Field>
          {ends === 'until' && (
            <Field name="repeat_until" label="Last day" fault={faults.repeat_until}>
              {(props) => (
                <input
                  {...props}
                  type="date"
                  value={repeat.until}
                  onChange={({ target }) => change({ until: target.value })}
                />
              )}
            </Field>
          )}
          {ends === 'count' && (
            <Field name="repeat_count" label="Number of times" fault={faults.repeat_count}>
              {number('count', 1000)}
            </Field>
          )}
        </div>
      )}
      {frequency !== 'never' && alsoOn.length > 0 && (
        <p className="field-hint">Also on: {alsoOn.map(dateText).join('; ')}.</p>
      )}
      {frequency !== 'never' && (
        <ExceptionFields dates={repeat.exceptions} onChange={(exceptions) => change({ exceptions })} />
      )}
    </fieldset>
  )
}

interface SelectProps<K extends string> extends FieldProps {
  /** Texts by value. */
  options: Readonly<Partial<Record<K, string>>>
  value: K
  onChoose: (value: K) => void
}

function Select<K extends string>({ options, value, onChoose, ...props }: SelectProps<K>) {
  return (
    <select
      {...props}
      value={value}
      onChange={({ target }) => {
        if (isKey(target.value, options)) onChoose(target.value)
      }}
    >
      {Object.entries<string | undefined>(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}

interface WeekdaysProps {
  repeat: Repeat
  onChange: (changed: Pick<Repeat, 'weekdays'>) => void
  fault: string | undefined
}

function Weekdays({ repeat: { weekdays }, onChange, fault }: WeekdaysProps) {
  const codes = Object.keys(WEEKDAYS).filter((code) => isKey(code, WEEKDAYS))
  const described = fault === undefined ? undefined : 'repeat_weekdays-fault'
  return (
    <fieldset className="choices" aria-describedby={described}>
      <legend>On these days</legend>
      <ul className="checks">
        {codes.map((code) => (
          <li key={code} className="check">
            <input
              id={`repeat_${code}`}
              type="checkbox"
              checked={weekdays.includes(code)}
              aria-invalid={fault !== undefined}
              // In the order of the week, whichever is checked first.
              onChange={({ target }) =>
                onChange({
                  weekdays: codes.filter((one) => (one === code ? target.checked : weekdays.includes(one))),
                })
              }
            />
            <label htmlFor={`repeat_${code}`}>{WEEKDAYS[code]}</label>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p className="field-error" id={described}>
          The repetition {fault}.
        </p>
      )}
    </fieldset>
  )
}
