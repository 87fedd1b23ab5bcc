import type { EventFilters } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { ask, client } from '../api.ts'
import { plusDays, todayIn } from '../dates/days.ts'
import { isStatus } from '../event/status-names.ts'
import { findVenues } from '../find.ts'
import type { Chosen } from '../parts/chosen.ts'
import { Combobox } from '../parts/combobox.tsx'
import { DateField } from '../parts/date-field.tsx'
import { SelectField } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { route, setQuery } from '../router.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'
import { SearchField } from './search-field.tsx'

/*
 * The filters of the list of events. They are in the address.
 */

/** Before all dates: with it, no window of the interface applies. */
const EVER = '0000-01-01'

const today = (): string => todayIn(me.value?.timezone ?? 'UTC')

/** Of what is not published, past dates are worth a look, too. */
const defaultFrom = (query: URLSearchParams, isWaiting: boolean): string =>
  isWaiting ||
  query.get('view') === 'repeating' ||
  ['trash', 'draft', 'pending', 'any'].includes(query.get('status') ?? '')
    ? ''
    : today()

export const fromOf = (query: URLSearchParams, isWaiting: boolean): string => {
  const from = query.get('from')
  return from === null ? defaultFrom(query, isWaiting) : from === 'ever' ? '' : from
}

/** `series` and `hidden` are not in the types of older clients of the interface. */
type Filters = EventFilters & { readonly series?: 'only' }

export function filtersOf(
  query: URLSearchParams,
  { isWaiting = false, isSeries = false }: { readonly isWaiting?: boolean; readonly isSeries?: boolean },
): Filters {
  const from = fromOf(query, isWaiting)
  const to = query.get('to') ?? ''
  const status = isWaiting ? 'pending' : (query.get('status') ?? '')
  const search = query.get('search') ?? ''
  const category = query.get('category') ?? ''
  const venue = Number((query.get('venue') ?? '').split('~')[0])
  return {
    ...(from === '' ? { starts_after: EVER } : { ends_after: plusDays(from, -1) }),
    ...(to === '' ? {} : { starts_before: to }),
    ...(isStatus(status) ? { status: [status] } : {}),
    ...(status === 'hidden' ? { hidden: '1' } : may('edit_others') ? { hidden: 'any' } : {}),
    ...(search === '' ? {} : { search }),
    ...(category === '' ? {} : { categories: [category] }),
    ...(venue > 0 ? { venue: [venue] } : {}),
    ...(isSeries ? { series: 'only' as const } : {}),
  }
}

/** The number of events of each status, where the calendar tells. */
async function countsOf(
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  try {
    const { status: _, ...filters } = filtersOf(query, {})
    const pairs = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)])
    const { body } = await ask('/events/counts', { query: Object.fromEntries(pairs), signal })
    return Object.fromEntries(Object.entries(Object(body)).map(([name, value]) => [name, Number(value)]))
  } catch {
    return {}
  }
}

export function FilterFields({
  isWaiting,
  isMonth,
}: {
  readonly isWaiting: boolean
  readonly isMonth: boolean
}) {
  const { query } = route.value
  const categories = useLoaded(
    async (signal) => (await client.categories.list({ per_page: 50, hide_empty: false }, { signal })).items,
    [],
  )
  const counts = useLoaded((signal) => countsOf(query, signal), [query.toString()])
  const named = (value: string, label: string) => {
    const n = counts.value?.[value]
    return { value, label: n === undefined ? label : `${label} (${n})` }
  }
  const [venueId = '', venueName = ''] = (query.get('venue') ?? '').split('~')
  const venue: Chosen[] = venueId === '' ? [] : [{ id: Number(venueId), name: venueName || `#${venueId}` }]
  const zone = me.value?.timezone ?? 'UTC'
  const from = fromOf(query, isWaiting)
  return (
    <search class="filters">
      <SearchField />
      {isWaiting ? null : (
        <SelectField
          label={t('Status')}
          value={query.get('status') ?? ''}
          onChange={(status) => setQuery({ status, page: undefined })}
          choices={[
            { value: '', label: t('All but the trash') },
            named('publish', t('Published')),
            ...(may('write')
              ? [
                  named('future', t('Scheduled')),
                  named('draft', t('Draft')),
                  named('pending', t('Waiting for approval')),
                  named('private', t('Private')),
                  named('trash', t('Trash')),
                ]
              : []),
            ...(may('edit_others') ? [{ value: 'hidden', label: t('Hidden from lists') }] : []),
          ]}
        />
      )}
      <SelectField
        label={t('Category')}
        value={query.get('category') ?? ''}
        onChange={(category) => setQuery({ category, page: undefined })}
        choices={[
          { value: '', label: t('All categories') },
          ...(categories.value ?? []).map(({ id, name }) => ({ value: String(id), label: plainText(name) })),
        ]}
      />
      <Combobox
        label={t('Venue')}
        isInline
        chosen={venue}
        find={async (text, signal) => [
          { id: '', name: t('All venues') },
          ...(await findVenues(text, signal)),
        ]}
        onChange={([one]) =>
          setQuery({
            venue: one === undefined || one.id === '' ? undefined : `${one.id}~${one.name}`,
            page: undefined,
          })
        }
      />
      {isMonth ? null : (
        <>
          <DateField
            label={t('From')}
            value={from}
            zone={zone}
            onChange={(day) => setQuery({ from: day === '' ? 'ever' : day, page: undefined })}
          />
          <DateField
            label={t('To')}
            value={query.get('to') ?? ''}
            zone={zone}
            onChange={(to) => setQuery({ to, page: undefined })}
          />
        </>
      )}
    </search>
  )
}
