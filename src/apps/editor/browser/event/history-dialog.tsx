import type { ClientEvent } from '../../../../client.ts'
import { client } from '../api.ts'
import { momentText } from '../dates/write.ts'
import { attempt, say } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/load.ts'
import { refresh } from '../router.ts'
import { t } from '../texts.ts'
import { nameOf } from './dialogs.tsx'
import { FIELDS_OF } from './form.ts'
import { changedWords } from './words.ts'

/** A state that the event had. */
type State = Awaited<ReturnType<typeof client.events.revisions>>[number]

type Fields = Readonly<Record<string, unknown>>

export const labelOf = (field: string): string => {
  const key = FIELDS_OF[field]?.[0]
  return key === undefined ? field : nameOf(key)
}

const fieldsOf = (state: State | undefined): Fields | undefined =>
  state?.event ? { ...state.event } : undefined

const plain = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : ''

/** Who changed what, and when; and a way back to each state. */
export function HistoryDialog({
  event,
  onClose,
}: {
  readonly event: ClientEvent
  readonly onClose: () => void
}) {
  const { value, trouble } = useLoaded((signal) => client.events.revisions(event.id, { signal }), [event.id])
  const restore = ({ n, date_utc }: State) =>
    attempt(async () => {
      const before = value?.[0]?.n
      await client.events.restore(event.id, n)
      onClose()
      const back = before === undefined ? undefined : () => client.events.restore(event.id, before)
      say(t('As it was on {date}.', { date: momentText(date_utc) }), back)
      refresh.value++
    })
  return (
    <Dialog title={t('History')} onClose={onClose} cancel={t('Close')}>
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      {value === undefined && trouble === undefined ? <p>{t('Loading …')}</p> : null}
      {value?.length === 0 ? <p>{t('Nothing was changed yet.')}</p> : null}
      <ol class="history">
        {(value ?? []).map((revision, at) => (
          <li key={revision.n}>
            <h3>
              {momentText(revision.date_utc)}
              {revision.user === null ? '' : ` – ${String(revision.user.name ?? revision.user.id)}`}
            </h3>
            <p>{revision.fields.map(labelOf).join(', ')}</p>
            <Words newer={fieldsOf(value?.[at])} older={fieldsOf(value?.[at + 1])} fields={revision.fields} />
            {revision.event === null ? (
              <p class="help">{t('Too large to be kept.')}</p>
            ) : (
              <button type="button" onClick={() => void restore(revision)}>
                {t('Restore')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Words({
  newer,
  older,
  fields,
}: {
  readonly newer: Fields | null | undefined
  readonly older: Fields | null | undefined
  readonly fields: readonly string[]
}) {
  if (!newer || !older) return null
  return (
    <>
      {fields
        .filter((field) => typeof newer[field] === 'string' && newer[field] !== older[field])
        .map((field) => (
          <p key={field} class="words">
            <strong>{labelOf(field)}:</strong>{' '}
            {changedWords(plain(older[field]), plain(newer[field])).map(({ text, kind }, at) => {
              const key = `${at}${kind}`
              if (kind === 'added') return <ins key={key}>{text} </ins>
              if (kind === 'gone') return <del key={key}>{text} </del>
              return <span key={key}>{text} </span>
            })}
          </p>
        ))}
    </>
  )
}
