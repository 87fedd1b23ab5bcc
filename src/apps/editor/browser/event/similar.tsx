import { useEffect, useState } from 'preact/hooks'
import type { ClientEvent } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { client } from '../api.ts'
import { plusDays } from '../dates/days.ts'
import { whenText } from '../dates/write.ts'
import { addressOf } from '../router.ts'
import { t } from '../texts.ts'
import type { EventForm } from './form.ts'
import { isSimilar } from './similar-titles.ts'

const PAUSE = 500

/** An event of the same day with nearly the same title, to open instead. */
export function Similar({ form }: { readonly form: EventForm }) {
  const { title, startDay } = form.values.value
  const [found, setFound] = useState<readonly ClientEvent[]>([])
  useEffect(() => {
    const abort = new AbortController()
    if (title.trim().length < 3 || startDay === '') {
      setFound([])
      return
    }
    const timer = setTimeout(async () => {
      const filters = { ends_after: plusDays(startDay, -1), starts_before: startDay, per_page: 50 }
      const items = await client.events.list(filters, { signal: abort.signal }).then(
        (list) => list.items,
        // A hint that does not come is no fault.
        () => [],
      )
      if (abort.signal.aborted) return
      setFound(items.filter((event) => isSimilar(plainText(event.title), title)).slice(0, 3))
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [title, startDay])
  if (found.length === 0) return null
  return (
    <div class="note" role="status">
      <p>{t('There is such an event already:')}</p>
      <ul>
        {found.map((event) => (
          <li key={event.id}>
            <a href={addressOf(`/events/${event.id}`)}>{plainText(event.title)}</a>,{' '}
            {whenText(event.start_date, event.end_date, event.all_day === true)}
          </li>
        ))}
      </ul>
    </div>
  )
}
