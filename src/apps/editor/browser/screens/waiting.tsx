import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ask, client } from '../api.ts'
import type { ListedEvent } from '../list/listed.ts'
import { attempt, say } from '../notices.ts'
import { refresh } from '../router.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'
import { Suggested } from './suggested.tsx'

/**
 * Whether a proposed event is published. Declined events are drafts of their authors again, and say why. Suggestions of the
 * public have nobody who goes on with a draft: they are declined by the trash.
 */
export function Decision({ event, title }: { readonly event: ListedEvent; readonly title: string }) {
  const reason = useSignal('')
  const isAsked = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  if (!may('edit_others')) return <span class="help">{t('An editor or administrator decides.')}</span>
  const id = `reason-${event.id}`
  const back = () => client.events.update(event.id, { status: 'pending' })

  const publish = () =>
    attempt(async () => {
      await client.events.update(event.id, { status: 'publish' })
      say(t('Published: {title}', { title }), back)
      refresh.value++
    })

  const decline = () => {
    // Why is for whoever proposed it: asked for once, and not forced.
    if (reason.value.trim() === '' && !isAsked.value) {
      isAsked.value = true
      input.current?.focus()
      return
    }
    void attempt(async () => {
      const why = reason.value.trim()
      await ask(`/events/${event.id}`, {
        method: 'PATCH',
        body: {
          status: (await isSuggestion(event.id)) ? 'trash' : 'draft',
          ...(why === '' ? {} : { event_status_reason: why }),
        },
      })
      say(t('Declined: {title}', { title }), back)
      refresh.value++
    })
  }

  return (
    <div class="decision" role="group" aria-label={title}>
      <Suggested event={event} title={title} />
      <button type="button" class="primary" onClick={() => void publish()}>
        {t('Publish')}
      </button>
      <button type="button" onClick={decline}>
        {t('Decline')}
      </button>
      <span class="reason">
        <label for={id}>{t('Reason')}</label>
        <input
          id={id}
          ref={input}
          type="text"
          autocomplete="off"
          value={reason.value}
          aria-describedby={isAsked.value ? `${id}-help` : undefined}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value
          }}
          onKeyDown={(key) => {
            if (key.key === 'Enter' && !key.isComposing) decline()
          }}
        />
      </span>
      {isAsked.value ? (
        <p class="help" id={`${id}-help`}>
          {t('Say why, or press Decline again.')}
        </p>
      ) : null}
    </div>
  )
}

const isSuggestion = async (id: number): Promise<boolean> =>
  me.value?.features.suggestions === true && (await client.events.get(id)).suggestion !== undefined
