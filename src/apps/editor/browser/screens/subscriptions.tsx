import { useState } from 'preact/hooks'
import type { Source } from '../../../../client.ts'
import { client } from '../api.ts'
import { attempt } from '../notices.ts'
import { useLoaded } from '../parts/load.ts'
import { Title } from '../parts/title.tsx'
import { addressOf, go, refresh } from '../router.ts'
import { may } from '../session.ts'
import { HeldDialog } from '../subscriptions/held-dialog.tsx'
import { pause, readNow } from '../subscriptions/read-now.ts'
import { RemoveDialog } from '../subscriptions/remove-dialog.tsx'
import { eventsWords, nameOfSource, whenWords } from '../subscriptions/sources.ts'
import { troubleWords } from '../subscriptions/troubles.ts'
import { t } from '../texts.ts'

/** Calendars from elsewhere, which the calendar reads by itself. */
export function SubscriptionsScreen() {
  const { value, trouble, isLoading } = useLoaded(
    async (signal) => (await client.sources.list({ per_page: 50 }, { signal })).sources,
    [],
  )
  const [removing, setRemoving] = useState<Source | undefined>(undefined)
  const [gone, setGone] = useState<{ readonly source: Source; readonly held: number } | undefined>(undefined)
  return (
    <main>
      <Title>{t('Subscriptions')}</Title>
      <p>{t('Calendars from elsewhere. Their events come here, and follow them.')}</p>
      {may('edit_others') ? (
        <p>
          <button type="button" class="primary" onClick={() => go(addressOf('/subscriptions/new'))}>
            {t('Add subscription')}
          </button>
        </p>
      ) : null}
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      {value === undefined && trouble === undefined ? <p role="status">{t('Loading …')}</p> : null}
      {value?.length === 0 ? <p class="empty">{t('There is no subscription yet.')}</p> : null}
      {value === undefined || value.length === 0 ? null : (
        <div class="scroll" aria-busy={isLoading}>
          <table aria-label={t('Subscriptions')} class="cards">
            <thead>
              <tr>
                <th scope="col">{t('Name')}</th>
                <th scope="col">{t('Last read')}</th>
                <th scope="col">{t('Next time')}</th>
                <th scope="col">{t('Events')}</th>
                <th scope="col">{t('Actions')}</th>
              </tr>
            </thead>
            <tbody>
              {value.map((source) => (
                <Row
                  key={source.id}
                  source={source}
                  onHeld={(held) => setGone({ source, held })}
                  onRemove={() => setRemoving(source)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {gone === undefined ? null : <HeldDialog {...gone} onClose={() => setGone(undefined)} />}
      {removing === undefined ? null : (
        <RemoveDialog
          source={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            refresh.value++
          }}
        />
      )}
    </main>
  )
}

function Row({
  source,
  onHeld,
  onRemove,
}: {
  readonly source: Source
  readonly onHeld: (held: number) => void
  readonly onRemove: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  const id = `source-${source.id}`
  const act = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    await attempt(work)
    setBusy(false)
    refresh.value++
  }
  const read = async () => {
    const held = await readNow(source)
    if (held > 0) onHeld(held)
  }
  const busy = { 'aria-disabled': isBusy || undefined, 'aria-describedby': id }
  return (
    <tr>
      <th scope="row">
        <a id={id} href={addressOf(`/subscriptions/${source.id}`)}>
          {nameOfSource(source)}
        </a>
        {source.error ? <p class="fault">{troubleWords(source.error)}</p> : null}
      </th>
      <td data-label={t('Last read')}>{whenWords(source.last_run) || t('Not yet')}</td>
      <td data-label={t('Next time')}>{source.paused ? t('Paused') : whenWords(source.next_run)}</td>
      <td>{eventsWords(source.events)}</td>
      <td>
        <div class="buttons">
          <button type="button" {...busy} onClick={() => void act(read)}>
            {t('Read now')}
          </button>
          <button type="button" {...busy} onClick={() => void act(() => pause(source))}>
            {source.paused ? t('Resume') : t('Pause')}
          </button>
          <button type="button" {...busy} onClick={onRemove}>
            {t('Remove')}
          </button>
        </div>
      </td>
    </tr>
  )
}
