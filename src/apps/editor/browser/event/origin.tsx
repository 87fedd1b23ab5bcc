import type { ClientEvent } from '../../../../client.ts'
import { client } from '../api.ts'
import { attempt, say } from '../notices.ts'
import { addressOf, refresh } from '../router.ts'
import { may } from '../session.ts'
import { t } from '../texts.ts'
import { labelOf } from './history-dialog.tsx'

/** Of an event that comes from a calendar elsewhere. */
interface From {
  readonly id: number
  /** Of the calendar; '' if it has none. */
  readonly name: string
  /** The event's own page there; '' if it has none. */
  readonly url: string
  /** Fields that somebody changed here, and that the source changes no more. */
  readonly kept: readonly string[]
}

/** Only those who may edit the event see it. */
function fromOf(event: ClientEvent): From | undefined {
  const { source } = event
  if (source === undefined) return undefined
  const { id, name, url, kept } = source
  if (id === undefined || kept === undefined) return undefined
  return {
    ...{ id, name: name ?? '', kept },
    url: /^https?:/i.test(url) ? url : '',
  }
}

/** Where an event comes from, what is kept here, and the way back. */
export function Origin({ event }: { readonly event: ClientEvent }) {
  const from = fromOf(event)
  if (from === undefined) return null
  const kept = [...new Set(from.kept.map(labelOf))]
  const name = [t('From a subscription'), from.name].filter(Boolean).join(': ')
  const follow = () =>
    attempt(async () => {
      await client.events.follow(event.id)
      say(t('The event follows its source again.'))
      refresh.value++
    })
  return (
    <section class="note" aria-label={t('Where it comes from')}>
      <p>
        {may('edit_others') ? <a href={addressOf(`/subscriptions/${from.id}`)}>{name}</a> : name}
        {from.url === '' ? null : (
          <>
            {' · '}
            <a href={from.url} target="_blank" rel="noreferrer">
              {t('Its page there')}
            </a>
          </>
        )}
      </p>
      {kept.length === 0 ? (
        <p>{t('It changes when its source does. What you change here stays.')}</p>
      ) : (
        <>
          <p>{t('Changed here, and kept: {fields}', { fields: kept.join(', ') })}</p>
          <button type="button" onClick={() => void follow()}>
            {t('Follow the source again')}
          </button>
        </>
      )}
    </section>
  )
}
