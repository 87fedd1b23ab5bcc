import type { ClientEvent } from '../../../../client.ts'
import { client } from '../api.ts'
import { momentText } from '../dates/write.ts'
import { useLoaded } from '../parts/load.ts'
import { me } from '../session.ts'
import { t } from '../texts.ts'

const MINUTES = 10

/** Tells who else is at work on this event: who has changed it in the last ten minutes. */
export function Recent({ event }: { readonly event: ClientEvent }) {
  const { value } = useLoaded(
    async (signal) => {
      const age = Date.now() - Date.parse(`${event.modified_utc.replace(' ', 'T')}Z`)
      if (me.value?.features.revisions !== true || age > MINUTES * 60_000) return undefined
      // A hint that does not come is no fault.
      const [newest] = await client.events.revisions(event.id, { signal }).catch(() => [])
      return newest
    },
    [event.id],
  )
  const user = value?.user
  if (value === undefined || !user || String(user.id) === String(me.value?.user?.id)) return null
  return (
    <p class="note" role="status">
      {t('{name} changed this event: {time}.', {
        name: user.name ?? String(user.id),
        time: momentText(value.date_utc),
      })}
    </p>
  )
}
