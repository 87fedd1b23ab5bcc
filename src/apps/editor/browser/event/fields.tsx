import type { ComponentChildren, ComponentProps } from 'preact'
import { findAuthors, findOrganizers, findTerms, findVenues, findZones } from '../find.ts'
import { ImageField } from '../images/image-field.tsx'
import { Combobox } from '../parts/combobox.tsx'
import { DateField, TimeField } from '../parts/date-field.tsx'
import { AreaField, Checkbox, SelectField, TextField } from '../parts/field.tsx'
import { Description } from '../rich-text/description.tsx'
import { addressOf as screen } from '../router.ts'
import { may, mayEditTerms, me } from '../session.ts'
import { t } from '../texts.ts'
import { CustomFields } from './custom-fields.tsx'
import { EVENT_STATUSES } from './event-statuses.ts'
import { type EventForm, FIELDS_OF } from './form.ts'
import { PLAIN_FIELDS } from './plain-fields.ts'
import { RepeatFields } from './repeat-fields.tsx'
import type { EventValues, Key } from './values.ts'

interface Props {
  readonly form: EventForm
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset class="section">
      <legend>{title}</legend>
      <div class="fields">{children}</div>
    </fieldset>
  )
}

/** What all fields of one key need. */
function bind<K extends Key>(form: EventForm, key: K) {
  const name = Object.entries(FIELDS_OF).find(([, keys]) => keys[0] === key)?.[0]
  return {
    value: form.values.value[key],
    onChange: (value: EventValues[K]) => form.set(key, value),
    fault: name === undefined ? undefined : form.faults.value[name],
  }
}

function Text({
  form,
  label,
  of,
  help,
}: Props & {
  readonly label: string
  readonly of: 'cost' | 'website' | 'slug' | 'password' | 'virtualUrl' | 'reason'
  readonly help?: string
}) {
  return (
    <div data-key={of}>
      <TextField label={label} help={help} {...bind(form, of)} />
    </div>
  )
}

function Flag({
  form,
  label,
  of,
  help,
}: Props & {
  readonly label: string
  readonly of: 'featured' | 'sticky' | 'isPrivate' | 'showMap' | 'showMapLink' | 'isVirtual' | 'allDay'
  readonly help?: string
}) {
  const { value, onChange } = bind(form, of)
  return <Checkbox label={label} checked={value} onChange={onChange} help={help} />
}

/** A field that follows from its row. */
function Plain({ form, name, label, row: { plain, words = [] } }: Props & (typeof PLAIN_FIELDS)[number]) {
  const fault = form.faults.value[name]
  const value = form.values.value[name]
  const onChange = (next: string | boolean) => form.change({ [name]: next })
  if (plain === 'flag') return <Checkbox label={t(label)} checked={value === true} onChange={onChange} />
  const bound = { label: t(label), value: String(value), onChange, fault }
  if (plain !== 'word') return <TextField {...bound} />
  return <SelectField {...bound} choices={words.map((word) => ({ value: word, label: word }))} />
}

/** Records that the event names. */
function Choices({
  form,
  of,
  ...more
}: Props & {
  readonly of: 'venue' | 'organizer' | 'categories' | 'tags'
} & Pick<ComponentProps<typeof Combobox>, 'label' | 'find' | 'canCreate'>) {
  const { value, onChange, fault } = bind(form, of)
  return <Combobox isMultiple chosen={value} onChange={onChange} fault={fault} {...more} />
}

export function When({ form }: Props) {
  const { zone, allDay } = form.values.value
  const start = bind(form, 'startDay')
  const end = bind(form, 'endDay')
  const zones = bind(form, 'zone')
  return (
    <Section title={t('When')}>
      <div class="pair" data-key="startDay">
        <DateField label={t('Start date')} {...start} zone={zone} isRequired />
        {allDay ? null : <TimeField label={t('Start time')} {...bind(form, 'startTime')} />}
      </div>
      <div class="pair" data-key="endDay">
        <DateField label={t('End date')} {...end} zone={zone} isRequired />
        {allDay ? null : <TimeField label={t('End time')} {...bind(form, 'endTime')} />}
      </div>
      <Flag form={form} label={t('All day')} of="allDay" />
      <Combobox
        label={t('Time zone')}
        isInline
        chosen={[{ id: zone, name: zone }]}
        find={findZones}
        fault={zones.fault}
        onChange={([chosen]) => zones.onChange(chosen?.name ?? me.value?.timezone ?? 'UTC')}
      />
      <Series form={form} />
    </Section>
  )
}

function Series({ form }: Props) {
  const event = form.event.value
  if (event === undefined || !form.isDate) return <RepeatFields form={form} />
  return (
    <p class="wide">
      {t('This is one date of a repeating event.')}{' '}
      <a href={screen(`/events/${event.post_parent}`)}>{t('Open the repeating event')}</a>
    </p>
  )
}

export function Where({ form }: Props) {
  const canCreate = may('write')
  const { isVirtual } = form.values.value
  return (
    <Section title={t('Where and who')}>
      <div data-key="venue">
        <Choices form={form} label={t('Venue')} of="venue" find={findVenues} canCreate={canCreate} />
      </div>
      <Choices
        form={form}
        label={t('Organizers')}
        of="organizer"
        find={findOrganizers}
        canCreate={canCreate}
      />
      <Flag form={form} label={t('Online')} of="isVirtual" />
      {isVirtual ? <Text form={form} label={t('Link')} of="virtualUrl" /> : null}
      <Flag form={form} label={t('Show map')} of="showMap" />
      <Flag form={form} label={t('Show map link')} of="showMapLink" />
    </Section>
  )
}

export function Words({ form, isReadOnly }: Props & { readonly isReadOnly: boolean }) {
  return (
    <Section title={t('What')}>
      <div class="wide" data-key="description">
        <Description {...bind(form, 'description')} isReadOnly={isReadOnly} />
      </div>
      <ImageField form={form} />
      <AreaField
        label={t('Excerpt')}
        rows={2}
        help={t('For lists. Without it, they show the beginning of the description.')}
        {...bind(form, 'excerpt')}
      />
      <Choices
        form={form}
        label={t('Categories')}
        of="categories"
        find={findTerms('categories')}
        canCreate={mayEditTerms('categories')}
      />
      <Choices
        form={form}
        label={t('Tags')}
        of="tags"
        find={findTerms('tags')}
        canCreate={mayEditTerms('tags')}
      />
      <Text form={form} label={t('Cost')} of="cost" help={t('Such as 12, 5 – 10, or Free')} />
      <Text form={form} label={t('Website')} of="website" />
    </Section>
  )
}

export function StatusFields({ form }: Props) {
  const status = bind(form, 'eventStatus')
  const base = form.base.value
  const { startDay, startTime } = form.values.value
  const isMoved = form.id !== undefined && (startDay !== base.startDay || startTime !== base.startTime)
  return (
    <Section title={t('Does it take place?')}>
      <SelectField
        label={t('Event status')}
        {...status}
        choices={EVENT_STATUSES.map(([value, label]) => ({ value, label: t(label) }))}
      />
      {status.value === 'scheduled' ? null : (
        <Text form={form} label={t('Reason')} of="reason" help={t('Readers see it.')} />
      )}
      {isMoved || status.value === 'rescheduled' ? (
        <Checkbox
          label={t('Tell readers that the date has changed')}
          checked={status.value === 'rescheduled'}
          onChange={(isTold) => status.onChange(isTold ? 'rescheduled' : 'scheduled')}
        />
      ) : null}
    </Section>
  )
}

export function More({ form }: Props) {
  const author = bind(form, 'author')
  const { zone } = form.values.value
  const siteZone = me.value?.timezone ?? zone
  const mayPublish = may('publish')
  return (
    <Section title={t('More')}>
      {may('edit_others') ? (
        <>
          <Flag form={form} label={t('Featured')} of="featured" />
          <Flag form={form} label={t('Sticky')} of="sticky" />
        </>
      ) : null}
      {PLAIN_FIELDS.map((field) => (
        <Plain key={field.name} form={form} {...field} />
      ))}
      {mayPublish ? <Flag form={form} label={t('Private')} of="isPrivate" /> : null}
      {may('edit_others') ? (
        <Combobox
          label={t('Author')}
          isInline
          chosen={author.value}
          onChange={author.onChange}
          fault={author.fault}
          find={findAuthors}
        />
      ) : null}
      <Text
        form={form}
        label={t('Address')}
        of="slug"
        help={t('The last part of the address of the event.')}
      />
      <Text
        form={form}
        label={t('Password')}
        of="password"
        help={t('Readers need it. What is set already is not shown.')}
      />
      {mayPublish ? (
        <div class="pair">
          <DateField label={t('Publication date')} {...bind(form, 'publicationDay')} zone={siteZone} />
          <TimeField label={t('Publication time')} {...bind(form, 'publicationTime')} />
        </div>
      ) : null}
      <CustomFields form={form} />
    </Section>
  )
}
