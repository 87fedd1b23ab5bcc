import type { ClientEvent } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { client } from '../api.ts'
import { plusDays } from '../dates/days.ts'
import { isSimilar } from '../event/similar-titles.ts'
import type { ListedEvent } from '../list/listed.ts'
import { useLoaded } from '../parts/load.ts'
import { addressOf } from '../router.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'

/** Who suggested an event that waits, and what is there already that looks like it. */
export function Suggested({ event, title }: { readonly event: ListedEvent; readonly title: string }) {
  const isOn = me.value?.features.suggestions === true && may('edit_others')
  const { value } = useLoaded(
    async (signal) =>
      isOn ? { contact: await contactOf(event, signal), like: await like(event, title, signal) } : undefined,
    [event.id, event.modified, isOn],
  )
  if (value === undefined) return null
  const { contact } = value
  return (
    <div class="help">
      {contact === undefined ? null : (
        <>
          <p>
            {t('Suggested by {name}', { name: contact.name || contact.email })}
            {' · '}
            <a href={`mailto:${encodeURIComponent(contact.email)}?subject=${encodeURIComponent(title)}`}>
              {t('Answer by mail')}
            </a>
          </p>
          {contact.message === '' ? null : <p class="said">{contact.message}</p>}
        </>
      )}
      {value.like.map((other) => (
        <p key={other.id}>
          {t('Looks like')} <a href={addressOf(`/events/${other.id}`)}>{plainText(other.title)}</a>
        </p>
      ))}
    </div>
  )
}

async function contactOf({ id }: ListedEvent, signal: AbortSignal) {
  return (await client.events.get(id, { signal })).suggestion?.contact
}

/** Others of the same days with nearly the same title, three at most. */
async function like(event: ListedEvent, title: string, signal: AbortSignal): Promise<readonly ClientEvent[]> {
  const [first, last] = [event.start_date.slice(0, 10), event.end_date.slice(0, 10)]
  const { items } = await client.events.list(
    { ends_after: plusDays(first, -1), starts_before: last, per_page: 50 },
    { signal },
  )
  return items
    .filter(({ id, title: other }) => id !== event.id && isSimilar(plainText(other), title))
    .slice(0, 3)
}
