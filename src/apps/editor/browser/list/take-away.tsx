import { useSignal } from '@preact/signals'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { askText, client } from '../api.ts'
import { attempt, say } from '../notices.ts'
import { route } from '../router.ts'
import { count, t } from '../texts.ts'
import { filtersOf } from './filters.tsx'

/** Programs for tables read a cell that begins so as a formula. */
const cell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** As many as a feed has. */
const MOST = 10_000

/** The list as it is filtered, as a file for tables. */
async function asCsv(isWaiting: boolean, isSeries: boolean): Promise<void> {
  const rows = [
    [
      'Title',
      'Start',
      'End',
      'Time zone',
      'Venue',
      'Organizers',
      'Categories',
      'Tags',
      'Cost',
      'Website',
      'Status',
    ],
  ]
  const filters = { ...filtersOf(route.value.query, { isWaiting, isSeries }), per_page: 50 }
  for await (const event of client.events.list(filters)) {
    rows.push([
      plainText(event.title),
      event.start_date,
      event.end_date,
      event.timezone,
      event.venue.map(({ venue }) => plainText(venue)).join(', '),
      event.organizer.map(({ organizer }) => plainText(organizer)).join(', '),
      event.categories.map(({ name }) => plainText(name)).join(', '),
      event.tags.map(({ name }) => plainText(name)).join(', '),
      plainText(event.cost),
      event.website,
      event.status,
    ])
    if (rows.length > MOST) break
  }
  // With the mark by which spreadsheets know UTF-8.
  const text = `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
  save(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'events.csv')
  say(count(rows.length - 1, '1 event', '{n} events'))
}

/** The same list, as calendars read it: what waits or is a draft is in it, for who may see that. */
async function asCalendar(isWaiting: boolean, isSeries: boolean): Promise<void> {
  const filters = filtersOf(route.value.query, { isWaiting, isSeries })
  const pairs = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)])
  const { text } = await askText('/events.ics', { query: Object.fromEntries(pairs) })
  save(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'events.ics')
  say(count(text.split('\nBEGIN:VEVENT').length - 1, '1 event', '{n} events'))
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** What else can be done with the list. */
export function TakeAway({
  isWaiting,
  isSeries,
}: {
  readonly isWaiting: boolean
  readonly isSeries: boolean
}) {
  const isOpen = useSignal(false)
  return (
    <div class="more">
      <button
        type="button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        {t('More')}
      </button>
      {isOpen.value && (
        <div class="buttons">
          <button type="button" onClick={() => void attempt(() => asCsv(isWaiting, isSeries))}>
            {t('Download as .csv')}
          </button>
          <button type="button" onClick={() => void attempt(() => asCalendar(isWaiting, isSeries))}>
            {t('Download as .ics')}
          </button>
          <button type="button" onClick={() => print()}>
            {t('Print')}
          </button>
        </div>
      )}
    </div>
  )
}
