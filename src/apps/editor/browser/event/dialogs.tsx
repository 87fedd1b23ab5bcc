import { useEffect, useState } from 'preact/hooks'
import type { DateEffect } from '../../../../client.ts'
import { client } from '../api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { RadioGroup } from '../parts/field.tsx'
import { count, t, text } from '../texts.ts'
import type { Finding } from './findings.ts'
import type { Scope } from './form.ts'
import { plainLabels } from './plain-fields.ts'
import { sentenceOf } from './repeat-fields.tsx'
import type { EventValues, Key } from './values.ts'

/** What readers will miss, before an event is published. */
export function PublishDialog({
  findings,
  onGo,
  onPublish,
  onClose,
}: {
  readonly findings: readonly Finding[]
  readonly onGo: (key: string) => void
  readonly onPublish: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title={t('Before publishing')}
      onClose={onClose}
      buttons={
        <button type="button" class="primary" data-focus onClick={onPublish}>
          {t('Publish anyway')}
        </button>
      }
    >
      <ul class="findings">
        {findings.map(({ text, key }, at) => (
          <li key={text}>
            <span id={`finding-${at}`}>{text}</span>{' '}
            <button type="button" aria-describedby={`finding-${at}`} onClick={() => onGo(key)}>
              {t('Go there')}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** What a change would do to the dates of a series, in words. */
function effectText({ moves, keeps, removes, adds }: DateEffect): string {
  const parts = [
    moves > 0 ? count(moves, '1 date moves', '{n} dates move') : '',
    keeps > 0
      ? count(
          keeps,
          '1 date that was changed by itself stays',
          '{n} dates that were changed by themselves stay',
        )
      : '',
    removes > 0 ? count(removes, '1 date goes', '{n} dates go') : '',
    adds > 0 ? count(adds, '1 date is added', '{n} dates are added') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('No date moves') : parts.join(', ')
}

/** Asks which dates of a series a change is for, and says what each answer would do. */
export function ScopeDialog({
  isFirst,
  effectOf,
  onApply,
  onClose,
}: {
  /** Of the first date there is nothing before, so "following" would be all. */
  readonly isFirst: boolean
  readonly effectOf: (scope: Scope) => Promise<DateEffect>
  readonly onApply: (scope: Scope) => void
  readonly onClose: () => void
}) {
  const [scope, setScope] = useState<Scope>('this')
  const [effects, setEffects] = useState<Readonly<Record<string, string>>>({})
  const scopes: Scope[] = isFirst ? ['this', 'all'] : ['this', 'future', 'all']
  useEffect(() => {
    for (const one of scopes) {
      effectOf(one).then(
        (effect) => setEffects((known) => ({ ...known, [one]: effectText(effect) })),
        (error: unknown) =>
          setEffects((known) => ({
            ...known,
            [one]: error instanceof Error ? error.message : String(error),
          })),
      )
    }
  }, [])
  const labels = { this: t('This event'), future: t('This and following events'), all: t('All events') }
  return (
    <Dialog
      title={t('Change repeating event')}
      onClose={onClose}
      buttons={
        <button type="button" class="primary" onClick={() => onApply(scope)}>
          {t('Apply')}
        </button>
      }
    >
      <RadioGroup
        class="stacked"
        label={t('Which dates?')}
        value={scope}
        choices={scopes.map((one) => ({ value: one, label: labels[one], note: effects[one] ?? '…' }))}
        onChange={(value) => setScope(value === 'all' ? 'all' : value === 'future' ? 'future' : 'this')}
      />
    </Dialog>
  )
}

const NAMES: Readonly<Record<Key, string>> = {
  ...plainLabels(),
  title: text('Title'),
  startDay: text('Start date'),
  startTime: text('Start time'),
  endDay: text('End date'),
  endTime: text('End time'),
  zone: text('Time zone'),
  allDay: text('All day'),
  repeats: text('Repeats'),
  venue: text('Venue'),
  organizer: text('Organizers'),
  categories: text('Categories'),
  tags: text('Tags'),
  author: text('Author'),
  description: text('Description'),
  excerpt: text('Excerpt'),
  cost: text('Cost'),
  website: text('Website'),
  slug: text('Address'),
  password: text('Password'),
  eventStatus: text('Event status'),
  reason: text('Reason'),
  isVirtual: text('Online'),
  virtualUrl: text('Link'),
  image: text('Image'),
  featured: text('Featured'),
  sticky: text('Sticky'),
  isPrivate: text('Private'),
  showMap: text('Show map'),
  showMapLink: text('Show map link'),
  publicationDay: text('Publication date'),
  publicationTime: text('Publication time'),
  custom: text('Other fields'),
}

export const nameOf = (key: Key): string => t(NAMES[key])

/** A value of the form in words. */
export function wordsOf(values: EventValues, key: Key): string {
  const value = values[key]
  if (key === 'repeats') return sentenceOf(values.repeats, values.startDay) || t('Never')
  if (key === 'password') return ''
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'string')
    return (
      value
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim() || t('None')
    )
  if (Array.isArray(value)) return value.map((one) => one.name).join(', ') || t('None')
  return value === null ? t('None') : JSON.stringify(value)
}

/** Whether an occurrence is the first of its series. */
export async function isFirstDate(series: number, recurrenceId: string): Promise<boolean> {
  try {
    return (await client.events.get(series)).start_date === recurrenceId
  } catch {
    return false
  }
}
