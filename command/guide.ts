import type { EventsApi } from 'kalends'
import { isRecord } from './usage.ts'

/**
 * Prints what can be tried, all of it made to find something.
 * @param base where the API answers.
 * @param kept a sentence on what remains when it stops.
 */
export async function printGuide(api: EventsApi, base: string, token: string, kept: string): Promise<void> {
  // A token that somebody chose is not for logs: the shell puts it in.
  const shown = process.env.KALENDS_TOKEN?.trim() ? '$KALENDS_TOKEN' : token
  const auth = `-H "Authorization: Bearer ${shown}"`
  const json = '-H "Content-Type: application/json"'
  const day = monthAhead().first
  const mine = `${base}/events/by-slug/my-first-event`
  // The fragment never leaves the browser, and the page takes it out of the address.
  const editor = shown === token ? `${base}/editor#token=${token}` : `${base}/editor`
  console.log(`
Kalends at ${base}

Write events in a browser${shown === token ? '' : ', with the token $KALENDS_TOKEN'}:
  ${editor}

Look around; without a token you are a visitor, who reads what is published:
${(await urlsToTry(api)).map(([what, path]) => `  ${what.padEnd(24)} ${base}${path}`).join('\n')}

Write, as administrator with ID 1, with the token ${shown}:
  curl -X POST ${auth} ${json} \\
    -d '{"title":"My first event","slug":"my-first-event","start_date":"${day} 19:00:00","end_date":"${day} 21:00:00","venue":{"venue":"My kitchen"}}' \\
    "${base}/events"
  curl -X PATCH ${auth} ${json} -d '{"cost":"$10 - $25","featured":true}' "${mine}"
  curl -X DELETE ${auth} "${mine}"

Ctrl+C stops it. ${kept}`)
}

/** Made from what the calendar holds, so that each finds something in a loaded file, too. */
async function urlsToTry(api: EventsApi): Promise<[what: string, path: string][]> {
  const [event] = await firstOf(api, 'events', 'featured=true')
  // A calendar that was kept for long, or a file, may be over.
  const [any] = event ? [event] : await firstOf(api, 'events', 'start_date=1970-01-01')
  const [venue] = await firstOf(api, 'venues')
  const [category] = await firstOf(api, 'categories')
  const { first, last } = monthAhead()
  const title = String(any?.title ?? 'music').replace(/&[^&;]+;/g, ' ')
  const [word] = title.match(/\p{L}{4,}/gu) ?? ['music']
  const urls: [what: string, path: string | undefined][] = [
    ['from yesterday on', '/events?per_page=5'],
    ['search', `/events?search=${encodeURIComponent(word.toLowerCase())}`],
    ['of one category', category && `/events?categories=${encodeURIComponent(String(category.slug))}`],
    ['next month', `/events?start_date=${first}&end_date=${last}`],
    ['one event by its slug', any && `/events/by-slug/${String(any.slug)}`],
    ['one venue', venue && `/venues/${String(venue.id)}`],
    ['organizers', '/organizers'],
    ['categories, with parents', '/categories?hide_empty=0&per_page=50'],
    ['by title, Z to A', '/events?orderby=title&order=desc'],
    ['as iCalendar', '/events.ics'],
    ['OpenAPI document', '/doc'],
    ['index of the routes', '/'],
  ]
  // An empty calendar has none of some.
  return urls.flatMap(([what, path]) => (path === undefined ? [] : [[what, path]]))
}

async function firstOf(api: EventsApi, what: string, query = ''): Promise<Record<string, unknown>[]> {
  const url = `http://localhost${api.basePath}/${what}?per_page=1&${query}`
  const answer: unknown = await (await api.fetch(new Request(url))).json()
  const list = isRecord(answer) ? answer[what] : undefined
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** First and last day of the month after this one. */
function monthAhead(): { first: string; last: string } {
  const now = new Date()
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10)
  return { first: day(now.getMonth() + 1, 1), last: day(now.getMonth() + 2, 0) }
}
