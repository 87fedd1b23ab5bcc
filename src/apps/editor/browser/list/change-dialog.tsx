import { useState } from 'preact/hooks'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { plusMinutes } from '../dates/days.ts'
import { findOrganizers, findTerms, findVenues } from '../find.ts'
import type { Chosen } from '../parts/chosen.ts'
import { Combobox } from '../parts/combobox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { mayEditTerms } from '../session.ts'
import { t } from '../texts.ts'
import type { ListedEvent } from './listed.ts'

type Body = Readonly<Record<string, unknown>>

interface Fields {
  readonly venue?: readonly Chosen[]
  readonly organizer?: readonly Chosen[]
  readonly addCategories: readonly Chosen[]
  readonly removeCategories: readonly Chosen[]
  readonly addTags: readonly Chosen[]
  readonly removeTags: readonly Chosen[]
  readonly cost?: string
  readonly days: string
  readonly minutes: string
}

const NOTHING: Fields = {
  addCategories: [],
  removeCategories: [],
  addTags: [],
  removeTags: [],
  days: '',
  minutes: '',
}

/** What all have, or that they differ. Only fields that are touched are changed. */
function commonText(events: readonly ListedEvent[], read: (event: ListedEvent) => string): string {
  const values = new Set(events.map(read))
  const [first = ''] = values
  if (values.size > 1) return t('Different values. They stay unless you choose one.')
  return first === '' ? t('None. It stays so unless you choose one.') : t('Now: {value}', { value: first })
}

/** Changes the same in many events. */
export function ChangeDialog({
  chosen,
  onApply,
  onClose,
}: {
  readonly chosen: readonly ListedEvent[]
  readonly onApply: (change: (event: ListedEvent) => Body, back: (event: ListedEvent) => Body) => void
  readonly onClose: () => void
}) {
  const [fields, setFields] = useState<Fields>(NOTHING)
  const set = (part: Partial<Fields>) => setFields((known) => ({ ...known, ...part }))
  const canCreate = { categories: mayEditTerms('categories'), tags: mayEditTerms('tags') }
  const shift = Number(fields.days || 0) * 1440 + Number(fields.minutes || 0)
  const isWrong = !Number.isInteger(shift)
  const names = (event: ListedEvent, kind: 'categories' | 'tags') =>
    event[kind].map(({ name }) => plainText(name)).join(', ')
  return (
    <Dialog
      title={t('Change {n} events', { n: chosen.length })}
      onClose={onClose}
      buttons={
        <button
          type="button"
          class="primary"
          disabled={isWrong || fields === NOTHING}
          onClick={() => onApply(changeOf(fields, shift), backOf(fields, shift))}
        >
          {t('Change')}
        </button>
      }
    >
      <div class="fields">
        <Combobox
          label={t('Venue')}
          isMultiple
          help={commonText(chosen, ({ venue }) => venue.map((one) => plainText(one.venue)).join(', '))}
          chosen={fields.venue ?? []}
          find={findVenues}
          canCreate
          onChange={(venue) => set({ venue })}
        />
        <Combobox
          label={t('Organizers')}
          isMultiple
          help={commonText(chosen, ({ organizer }) =>
            organizer.map((one) => plainText(one.organizer)).join(', '),
          )}
          chosen={fields.organizer ?? []}
          find={findOrganizers}
          canCreate
          onChange={(organizer) => set({ organizer })}
        />
        <Combobox
          label={t('Add categories')}
          isMultiple
          help={commonText(chosen, (event) => names(event, 'categories'))}
          chosen={fields.addCategories}
          find={findTerms('categories')}
          canCreate={canCreate.categories}
          onChange={(addCategories) => set({ addCategories })}
        />
        <Combobox
          label={t('Remove categories')}
          isMultiple
          chosen={fields.removeCategories}
          find={findTerms('categories')}
          onChange={(removeCategories) => set({ removeCategories })}
        />
        <Combobox
          label={t('Add tags')}
          isMultiple
          help={commonText(chosen, (event) => names(event, 'tags'))}
          chosen={fields.addTags}
          find={findTerms('tags')}
          canCreate={canCreate.tags}
          onChange={(addTags) => set({ addTags })}
        />
        <Combobox
          label={t('Remove tags')}
          isMultiple
          chosen={fields.removeTags}
          find={findTerms('tags')}
          onChange={(removeTags) => set({ removeTags })}
        />
        <TextField
          label={t('Cost')}
          help={commonText(chosen, ({ cost }) => plainText(cost))}
          value={fields.cost ?? ''}
          onChange={(cost) => set({ cost })}
        />
        <TextField
          label={t('Shift by days')}
          type="number"
          value={fields.days}
          fault={isWrong ? t('Whole numbers, such as 7 or -1') : undefined}
          onChange={(days) => set({ days })}
        />
        <TextField
          label={t('Shift by minutes')}
          type="number"
          value={fields.minutes}
          onChange={(minutes) => set({ minutes })}
        />
      </div>
    </Dialog>
  )
}

const linked = (chosen: readonly Chosen[], name: 'venue' | 'organizer') =>
  chosen.length === 0 ? null : chosen.map((one) => one.id ?? { [name]: one.name })

/** The terms of an event with some added and others removed; `undefined` if nothing is asked for. */
function termsOf(
  event: ListedEvent,
  kind: 'categories' | 'tags',
  add: readonly Chosen[],
  remove: readonly Chosen[],
) {
  if (add.length === 0 && remove.length === 0) return undefined
  const gone = new Set(remove.map(({ id }) => id))
  const kept = event[kind].map(({ id }) => id).filter((id) => !gone.has(id))
  return [...new Set([...kept, ...add.map((one) => one.id ?? one.name)])]
}

const shifted = (wall: string, minutes: number): string =>
  `${plusMinutes(wall.slice(0, 16), minutes)}${wall.slice(16)}`

const changeOf =
  (fields: Fields, shift: number) =>
  (event: ListedEvent): Body => {
    const categories = termsOf(event, 'categories', fields.addCategories, fields.removeCategories)
    const tags = termsOf(event, 'tags', fields.addTags, fields.removeTags)
    return {
      ...(fields.venue === undefined ? {} : { venue: linked(fields.venue, 'venue') }),
      ...(fields.organizer === undefined ? {} : { organizer: linked(fields.organizer, 'organizer') }),
      ...(categories === undefined ? {} : { categories }),
      ...(tags === undefined ? {} : { tags }),
      ...(fields.cost === undefined ? {} : { cost: fields.cost }),
      ...(shift === 0
        ? {}
        : { start_date: shifted(event.start_date, shift), end_date: shifted(event.end_date, shift) }),
    }
  }

/** The same fields, as they were. */
const backOf =
  (fields: Fields, shift: number) =>
  (event: ListedEvent): Body => ({
    ...(fields.venue === undefined ? {} : { venue: event.venue.map(({ id }) => id) }),
    ...(fields.organizer === undefined ? {} : { organizer: event.organizer.map(({ id }) => id) }),
    categories: event.categories.map(({ id }) => id),
    tags: event.tags.map(({ id }) => id),
    ...(fields.cost === undefined ? {} : { cost: plainText(event.cost) }),
    ...(shift === 0 ? {} : { start_date: event.start_date, end_date: event.end_date }),
  })
