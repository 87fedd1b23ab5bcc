import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { wallText, whenText } from '../dates/write.ts'
import { statusName } from '../event/status-names.ts'
import { Marks } from '../event/takes-place.tsx'
import { EventActions } from '../list/event-actions.tsx'
import { FilterFields } from '../list/filters.tsx'
import type { ListedEvent } from '../list/listed.ts'
import { keyOf, loadList, pageOf } from '../list/load.ts'
import { SelectAll, SelectOne, useSelection } from '../list/selection.tsx'
import { TakeAway } from '../list/take-away.tsx'
import { say } from '../notices.ts'
import { RadioGroup } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../parts/title.tsx'
import { addressOf, route, setQuery } from '../router.ts'
import { may } from '../session.ts'
import { count, t } from '../texts.ts'
import { loadOthers } from './later.tsx'
import { MonthView } from './month.tsx'
import { Decision } from './waiting.tsx'

/** Events as a list, a month, or series; or those that wait for approval. */
export function EventsScreen({ isWaiting = false }: { readonly isWaiting?: boolean }) {
  const { query } = route.value
  const view = isWaiting ? 'list' : (query.get('view') ?? 'list')
  return (
    <main>
      <Title>{isWaiting ? t('Waiting for approval') : t('Events')}</Title>
      {isWaiting ? null : (
        <RadioGroup
          label={t('View')}
          class="inline"
          value={view}
          choices={[
            { value: 'list', label: t('List') },
            { value: 'month', label: t('Month') },
            { value: 'repeating', label: t('Repeating') },
          ]}
          onChange={(value) => setQuery({ view: value === 'list' ? undefined : value, page: undefined })}
        />
      )}
      <FilterFields isWaiting={isWaiting} isMonth={view === 'month'} />
      {view === 'month' ? (
        <MonthView />
      ) : (
        <>
          <EventTable isWaiting={isWaiting} isSeries={view === 'repeating'} />
          <TakeAway isWaiting={isWaiting} isSeries={view === 'repeating'} />
        </>
      )}
    </main>
  )
}

const titleOf = ({ title, id }: ListedEvent): string => plainText(title) || `#${id}`

function EventTable({ isWaiting, isSeries }: { readonly isWaiting: boolean; readonly isSeries: boolean }) {
  const { query } = route.value
  const page = pageOf(query)
  const order = query.get('order') ?? ''
  const key = keyOf(query, { isWaiting, isSeries })
  const { value, isLoading, trouble } = useLoaded(
    (signal) => loadList(query, { isWaiting, isSeries }, signal),
    [key],
  )
  const announced = useSignal('')
  useEffect(() => {
    if (value !== undefined || trouble !== undefined) loadOthers()
    if (value !== undefined && announced.value !== key) {
      if (announced.value !== '') say(count(value.total, '1 event', '{n} events'))
      announced.value = key
    }
  }, [value, trouble])
  const items = value?.items ?? []
  const selection = useSelection(items, [key])
  const { chosen } = selection
  const sortable = (name: string, label: string) => {
    const current = order.split('-')[0] === name
    const isDescending = order.endsWith('-desc')
    return (
      <th scope="col" aria-sort={current ? (isDescending ? 'descending' : 'ascending') : undefined}>
        <button
          type="button"
          class="sort"
          onClick={() =>
            setQuery({ order: `${name}-${current && !isDescending ? 'desc' : 'asc'}`, page: undefined })
          }
        >
          {label}
          <span aria-hidden="true">{current ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      </th>
    )
  }
  const label = isSeries ? t('Repeating events') : t('Events')
  return (
    <>
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      <EventActions
        chosen={chosen}
        isWaiting={isWaiting}
        isTrash={query.get('status') === 'trash'}
        onDone={() => selection.set([])}
      />
      <div class="scroll" aria-busy={isLoading}>
        <table aria-label={label} class="cards">
          <thead>
            <tr>
              {may('write') ? <SelectAll selection={selection} /> : null}
              {sortable('title', t('Title'))}
              {sortable('event_date', t('When'))}
              <th scope="col">{t('Venue')}</th>
              {isWaiting ? <th scope="col">{t('Decision')}</th> : <th scope="col">{t('Status')}</th>}
              {sortable('modified', t('Changed'))}
            </tr>
          </thead>
          <tbody>
            {items.map((event) => (
              <tr key={event.id} aria-selected={selection.has(event)}>
                {may('write') ? (
                  <SelectOne selection={selection} item={event} title={titleOf(event)} />
                ) : null}
                <th scope="row">
                  <a href={addressOf(`/events/${event.id}`)}>{titleOf(event)}</a>
                  {event.recurrence_id === undefined ? null : <small> {t('repeats')}</small>}
                  <Marks event={event} />
                </th>
                <td class="when">{whenText(event.start_date, event.end_date, event.all_day === true)}</td>
                <td>{event.venue.map(({ venue }) => plainText(venue)).join(', ')}</td>
                <td>
                  {isWaiting ? (
                    <Decision event={event} title={titleOf(event)} />
                  ) : (
                    <span class={`status ${event.status}`}>{statusName(event.status)}</span>
                  )}
                </td>
                <td class="wide-only">{wallText(event.modified)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {value !== undefined && items.length === 0 ? (
        <p class="empty">{isWaiting ? t('Nothing waits.') : t('There are no such events.')}</p>
      ) : null}
      {value === undefined && isLoading ? <p class="empty">{t('Loading …')}</p> : null}
      {value === undefined ? null : (
        <Pager page={page} pages={value.totalPages} total={count(value.total, '1 event', '{n} events')} />
      )}
    </>
  )
}
