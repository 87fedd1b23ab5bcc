import { Checkbox, SelectField, TextField } from '../parts/field.tsx'
import { count, t } from '../texts.ts'
import { NEW_EVENTS, type Reading, type SourceValues, wordsOfReading } from './sources.ts'

/** What a subscription is: an address, how often it is read, and what becomes of what comes. */
export function SourceFields({
  values,
  faults,
  onChange,
}: {
  readonly values: SourceValues
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (values: SourceValues) => void
}) {
  const set = (changes: Partial<SourceValues>) => onChange({ ...values, ...changes })
  return (
    <div class="fields">
      <TextField
        label={t('Address of the calendar')}
        class="wide"
        value={values.url}
        fault={faults.url}
        help={t('Of its feed (.ics), or of a web page that has one.')}
        input={{ inputMode: 'url', spellcheck: false, required: true }}
        onChange={(url) => set({ url })}
      />
      <TextField
        label={t('Every … minutes')}
        class="small"
        type="number"
        value={values.every}
        fault={faults.every}
        input={{ min: 15, step: 1 }}
        onChange={(every) => set({ every })}
      />
      <SelectField
        label={t('New events are')}
        value={values.status}
        fault={faults.status}
        choices={NEW_EVENTS.map(([value, label]) => ({ value, label: t(label) }))}
        onChange={(status) => set({ status })}
      />
      <Checkbox
        label={t('Keep events that are no longer there')}
        checked={values.keepGone}
        onChange={(keepGone) => set({ keepGone })}
      />
    </div>
  )
}

/** What would come, or why nothing can. */
export function ReadingReport({ reading }: { readonly reading: Reading }) {
  const { error, refused, held = 0 } = reading
  return (
    <section class="note" aria-label={t('What would come')}>
      {error && held === 0 ? <p class="fault">{error}</p> : <p>{wordsOfReading(reading)}</p>}
      {held === 0 ? null : (
        <p>{count(held, '1 event is no longer there', '{n} events are no longer there')}</p>
      )}
      {refused.length === 0 ? null : (
        <ul>
          {refused.slice(0, 50).map(({ uid, why }, at) => (
            <li key={`${at}${uid}`}>
              {uid}: {why}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
