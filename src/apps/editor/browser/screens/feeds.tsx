import { useState } from 'preact/hooks'
import { subscribeLinks } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { client } from '../api.ts'
import { API } from '../config.ts'
import { findVenues } from '../find.ts'
import { say } from '../notices.ts'
import type { Chosen } from '../parts/chosen.ts'
import { Combobox } from '../parts/combobox.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { Title } from '../parts/title.tsx'
import { me } from '../session.ts'
import { t } from '../texts.ts'

/** The addresses at which people and programs follow the calendar, with filters. */
export function FeedsScreen() {
  const [category, setCategory] = useState('')
  const [venue, setVenue] = useState<readonly Chosen[]>([])
  const [search, setSearch] = useState('')
  const categories = useLoaded(
    async (signal) => (await client.categories.list({ per_page: 50, hide_empty: false }, { signal })).items,
    [],
  )
  const query = new URLSearchParams()
  if (category !== '') query.set('categories', category)
  if (venue[0]?.id !== undefined) query.set('venue', String(venue[0].id))
  if (search.trim() !== '') query.set('search', search.trim())
  const text = query.size === 0 ? '' : `?${query}`
  const address = (path: string) => new URL(`${API}${path}${text}`, location.href).href
  const links = subscribeLinks(address('/events.ics'), me.value?.title ?? '')
  const addresses = [
    [t('Calendar (iCalendar)'), address('/events.ics')],
    [t('News (RSS)'), address('/events.rss')],
    [t('Data (JSON)'), address('/events')],
  ] as const
  return (
    <main>
      <Title>{t('Feeds')}</Title>
      <p>
        {t(
          'Whoever subscribes to an address sees new and changed events by itself. Only published events are in it.',
        )}
      </p>
      <search class="filters">
        <SelectField
          label={t('Category')}
          value={category}
          onChange={setCategory}
          choices={[
            { value: '', label: t('All categories') },
            ...(categories.value ?? []).map(({ slug, name }) => ({ value: slug, label: plainText(name) })),
          ]}
        />
        <Combobox label={t('Venue')} chosen={venue} find={findVenues} onChange={setVenue} />
        <TextField label={t('Search')} type="search" value={search} onChange={setSearch} />
      </search>
      {addresses.map(([label, url]) => (
        <div class="copy" key={label}>
          <TextField label={label} value={url} input={{ readOnly: true }} onChange={() => {}} />
          <button
            type="button"
            onClick={() =>
              navigator.clipboard.writeText(url).then(
                () => say(t('Copied: {label}', { label })),
                () => say(t('The browser does not allow copying. Mark the text and copy it.')),
              )
            }
          >
            {t('Copy {label}', { label })}
          </button>
        </div>
      ))}
      <h2>{t('Subscribe with')}</h2>
      <ul>
        <li>
          <a href={links.webcal}>{t('the calendar of this device')}</a>
        </li>
        <li>
          <a href={links.google}>Google Calendar</a>
        </li>
        <li>
          <a href={links.outlook}>Outlook.com</a>
        </li>
      </ul>
    </main>
  )
}
