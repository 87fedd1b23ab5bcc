import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { mayEdit } from '../event/may-edit.ts'
import { NotYours } from '../list/not-yours.tsx'
import { SearchField } from '../list/search-field.tsx'
import { SelectAll, SelectOne, useSelection } from '../list/selection.tsx'
import { attempt, say } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../parts/title.tsx'
import { type AnyRecord, type Kind, pageIn, titleOf } from '../records/kinds.ts'
import { MergeDialog } from '../records/merge-dialog.tsx'
import { addressOf, go, refresh, route, setQuery } from '../router.ts'
import { may, mayEditTerms } from '../session.ts'
import { count, t } from '../texts.ts'

export const mayEditKind = (kind: Kind): boolean =>
  kind.name === 'categories' || kind.name === 'tags' ? mayEditTerms(kind.name) : may('write')

/** Terms belong to nobody; venues and organizers are somebody's, as events are. */
export const mayEditRecord = (kind: Kind, record: AnyRecord): boolean =>
  kind.isTerm ? mayEditKind(kind) : mayEdit({ author: record.author, status: record.status })

/** Venues, organizers, categories or tags: list, search, merge, and how many events each has. */
export function RecordsScreen({ kind }: { readonly kind: Kind }) {
  const { query } = route.value
  const page = Math.max(1, Number(query.get('page')) || 1)
  const status = query.get('status') ?? ''
  const key = query.toString()
  const { value, isLoading, trouble } = useLoaded(
    async (signal) => {
      const fields = [
        'id',
        kind.title,
        'slug',
        'address',
        'zip',
        'city',
        'country',
        'email',
        'phone',
        'status',
        'author',
        'count',
        'events',
      ]
      const { body } = await ask(`/${kind.name}`, {
        query: {
          page,
          per_page: 20,
          search: query.get('search') || undefined,
          ...(kind.isTerm
            ? { hide_empty: 0 }
            : { orderby: 'title', order: 'asc', status: status || undefined, _fields: fields.join() }),
        },
        signal,
      })
      return pageIn(body, kind)
    },
    [key, kind.name],
  )
  const [open, setOpen] = useState<'merge' | 'delete' | undefined>(undefined)
  const items = value?.items ?? []
  const selection = useSelection(items, [key, kind.name])
  const { chosen } = selection
  const own = chosen.filter((record) => mayEditRecord(kind, record))
  const others = chosen.length - own.length
  const close = () => setOpen(undefined)
  const isTrash = status === 'trash'

  const trash = () =>
    attempt(async () => {
      const collection = kind.name === 'venues' ? client.venues : client.organizers
      for (const { id } of own) await collection.delete(id)
      say(count(own.length, '1 record moved to the trash.', '{n} records moved to the trash.'), () =>
        restore(),
      )
      refresh.value++
    })

  async function restore() {
    for (const record of own) {
      const body = { status: isTrash ? 'publish' : String(record.status ?? 'publish') }
      await ask(`/${kind.name}/${record.id}`, { method: 'PATCH', body })
    }
  }

  const erase = () =>
    attempt(async () => {
      close()
      for (const { id } of own) await client[kind.name].delete(id, { force: true })
      say(count(own.length, '1 record deleted for good.', '{n} records deleted for good.'))
      refresh.value++
    })

  return (
    <main>
      <Title>{t(kind.all)}</Title>
      {mayEditKind(kind) ? (
        <p>
          <button type="button" onClick={() => go(addressOf(`/${kind.name}/new`))}>
            {t(kind.create)}
          </button>
        </p>
      ) : null}
      <search class="filters">
        <SearchField />
        {kind.isTerm || !may('write') ? null : (
          <SelectField
            label={t('Status')}
            value={status}
            onChange={(one) => setQuery({ status: one, page: undefined })}
            choices={[
              { value: '', label: t('All but the trash') },
              { value: 'trash', label: t('Trash') },
            ]}
          />
        )}
      </search>
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      {chosen.length > 0 && mayEditKind(kind) ? (
        <div class="actions" role="group" aria-label={t('Selected records')}>
          <span>{count(chosen.length, '1 selected', '{n} selected')}</span>
          {chosen.length > 1 && may('edit_others') && !isTrash ? (
            <button type="button" onClick={() => setOpen('merge')}>
              {t('Merge')}
            </button>
          ) : null}
          {kind.isTerm || isTrash || own.length === 0 ? null : (
            <button type="button" onClick={() => void trash()}>
              {t('Move to trash')}
            </button>
          )}
          {isTrash && own.length > 0 ? (
            <button
              type="button"
              onClick={() =>
                void attempt(async () => {
                  await restore()
                  say(t('Restored.'))
                  refresh.value++
                })
              }
            >
              {t('Restore')}
            </button>
          ) : null}
          {own.length > 0 && (kind.isTerm || (isTrash && may('delete_for_good'))) ? (
            <button type="button" onClick={() => setOpen('delete')}>
              {t('Delete for good')}
            </button>
          ) : null}
          <NotYours n={others} />
        </div>
      ) : null}
      <div class="scroll" aria-busy={isLoading}>
        <table aria-label={t(kind.all)} class="cards">
          <thead>
            <tr>
              {mayEditKind(kind) ? <SelectAll selection={selection} /> : null}
              <th scope="col">{t('Name')}</th>
              <th scope="col">{kind.isTerm ? t('Address') : t('Details')}</th>
              <th scope="col">{t('Events')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((record) => (
              <tr key={record.id} aria-selected={selection.has(record)}>
                {mayEditKind(kind) ? (
                  <SelectOne selection={selection} item={record} title={titleOf(record, kind)} />
                ) : null}
                <th scope="row">
                  <a href={addressOf(`/${kind.name}/${record.id}`)}>{titleOf(record, kind)}</a>
                </th>
                <td>{kind.note(record)}</td>
                <td data-label={t('Events')}>{eventsOf(record, kind)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {value !== undefined && items.length === 0 ? <p class="empty">{t('Nothing found')}</p> : null}
      {value === undefined ? null : (
        <Pager page={page} pages={value.pages} total={count(value.total, '1 record', '{n} records')} />
      )}
      {open === 'merge' ? <MergeDialog kind={kind} chosen={chosen} onClose={close} /> : null}
      {open === 'delete' ? (
        <Dialog
          title={t('Delete for good')}
          onClose={close}
          buttons={
            <button type="button" class="danger" onClick={() => void erase()}>
              {t('Delete for good')}
            </button>
          }
        >
          <p>
            {count(
              own.length,
              '1 record will be gone. Its events stay. This cannot be undone.',
              '{n} records will be gone. Their events stay. This cannot be undone.',
            )}
          </p>
        </Dialog>
      ) : null}
    </main>
  )
}

/** How many events a record has, with a link to them. */
function eventsOf(record: AnyRecord, kind: Kind) {
  const n = Number(record.events ?? record.count)
  if (!Number.isFinite(n)) return ''
  if (kind.name === 'organizers' || kind.name === 'tags') return n
  const query =
    kind.name === 'venues'
      ? { venue: `${record.id}~${titleOf(record, kind)}`, from: 'ever' }
      : { category: String(record.id), from: 'ever' }
  return <a href={addressOf('/events', query)}>{n}</a>
}
