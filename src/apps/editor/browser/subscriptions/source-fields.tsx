import { useEffect, useRef, useState } from 'preact/hooks'
import { findTerms, findVenues, findZones } from '../find.ts'
import { Combobox } from '../parts/combobox.tsx'
import { AreaField, Checkbox, SelectField, TextField } from '../parts/field.tsx'
import { may, mayEditTerms, me } from '../session.ts'
import { t, text } from '../texts.ts'
import { hasRare, RARE, type SourceValues } from './source-values.ts'
import { NEW_EVENTS } from './sources.ts'

interface Props {
  readonly values: SourceValues
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (values: SourceValues) => void
}

const FORMATS: readonly (readonly [format: SourceValues['format'], label: string])[] = [
  ['ics', text('Calendar (.ics)')],
  ['site', text('WordPress or Kalends site')],
]

/** What a subscription is: an address, how often it is read, and what becomes of what comes. */
export function SourceFields(props: Props) {
  const { values, faults, onChange } = props
  const set = (changes: Partial<SourceValues>) => onChange({ ...values, ...changes })
  return (
    <>
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
        <SelectField
          label={t('New events are')}
          value={values.status}
          fault={faults.status}
          choices={NEW_EVENTS.map(([value, label]) => ({ value, label: t(label) }))}
          onChange={(status) => set({ status })}
        />
        <TextField
          label={t('Every … minutes')}
          type="number"
          value={values.every}
          fault={faults.every}
          input={{ min: 15, step: 1 }}
          onChange={(every) => set({ every })}
        />
      </div>
      <div class="fields">
        <Combobox
          label={t('Categories')}
          isMultiple
          canCreate={mayEditTerms('categories')}
          chosen={values.categories}
          find={findTerms('categories')}
          help={t('All of its events get them.')}
          fault={faults.categories}
          onChange={(categories) => set({ categories })}
        />
        <Combobox
          label={t('Tags')}
          isMultiple
          canCreate={mayEditTerms('tags')}
          chosen={values.tags}
          find={findTerms('tags')}
          help={t('All of its events get them.')}
          fault={faults.tags}
          onChange={(tags) => set({ tags })}
        />
      </div>
      <RareFields {...props} />
    </>
  )
}

function RareFields({ values, faults, onChange }: Props) {
  const set = (changes: Partial<SourceValues>) => onChange({ ...values, ...changes })
  const [isOpen, setOpen] = useState(() => hasRare(values))
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (details.current !== null && RARE.some((name) => faults[name])) details.current.open = true
  }, [faults])
  const usual = { id: '', name: t('As this calendar') }
  return (
    <details ref={details} class="rare" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('More')}</summary>
      <div class="fields">
        <AreaField
          label={t('Only with one of these words')}
          class=""
          rows={3}
          value={values.words}
          fault={faults.only}
          help={t('One per line. Of new events: in the title or the description. Empty: all.')}
          onChange={(words) => set({ words })}
        />
        <AreaField
          label={t('Only with one of their categories')}
          class=""
          rows={3}
          value={values.theirs}
          fault={faults.only}
          help={t('One per line, as they are called there. Empty: all.')}
          onChange={(theirs) => set({ theirs })}
        />
        <AreaField
          label={t('Their categories as ours')}
          class=""
          rows={3}
          value={values.map}
          fault={faults.map}
          help={t('One per line: theirs = ours. Ours is a category or a tag.')}
          onChange={(map) => set({ map })}
        />
      </div>
      <div class="fields">
        <Combobox
          label={t('Venue, if none is named')}
          chosen={values.venue}
          canCreate={may('write')}
          find={findVenues}
          fault={faults.venue}
          onChange={(venue) => set({ venue })}
        />
        <Combobox
          label={t('Time zone, if none is named')}
          isInline
          chosen={[values.timezone === '' ? usual : { id: values.timezone, name: values.timezone }]}
          find={async (typed) => [...(typed === '' ? [usual] : []), ...(await findZones(typed))]}
          fault={faults.timezone}
          onChange={([zone]) => set({ timezone: String(zone?.id ?? '') })}
        />
        <SelectField
          label={t('Read as')}
          value={values.format}
          fault={faults.format}
          choices={FORMATS.map(([value, label]) => ({ value, label: t(label) }))}
          onChange={(format) => set({ format })}
        />
      </div>
      <div class="fields">
        <TextField
          label={t('Days back')}
          type="number"
          value={values.past}
          fault={faults.window}
          help={t('What ended before does not come.')}
          input={{ min: 0, max: 3660, step: 1 }}
          onChange={(past) => set({ past })}
        />
        <TextField
          label={t('Days ahead')}
          type="number"
          value={values.future}
          fault={faults.window}
          help={t('What begins later comes when it is nearer.')}
          input={{ min: 1, max: 3660, step: 1 }}
          onChange={(future) => set({ future })}
        />
      </div>
      <Checkbox
        label={t('Keep events that are no longer there')}
        checked={values.keepGone}
        onChange={(keepGone) => set({ keepGone })}
      />
      {me.value?.features.images || values.copyImages ? (
        <Checkbox
          label={t('Copy pictures')}
          checked={values.copyImages}
          help={t('They are stored here, so readers do not ask there for them.')}
          onChange={(copyImages) => set({ copyImages })}
        />
      ) : null}
    </details>
  )
}
