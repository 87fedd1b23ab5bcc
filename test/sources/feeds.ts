/*
 * Servers of calendars, as an injected `fetch` plays them.
 */

export interface Served {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface FeedServer {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** What was asked, in order. */
  readonly asked: Served[]
  /** Answers at an address from now on. */
  readonly serve: (url: string, answer: Answering) => void
}

type Answering = string | ((request: Served) => Response | Promise<Response>)

export function feedServer(): FeedServer {
  const answers = new Map<string, Answering>()
  const asked: Served[] = []
  return {
    asked,
    serve: (url, answer) => void answers.set(url, answer),
    async fetch(url, init) {
      const request = { url, headers: Object.fromEntries(new Headers(init.headers)) }
      asked.push(request)
      const answer = answers.get(url)
      if (answer === undefined) return new Response('none', { status: 404 })
      return typeof answer === 'string' ? calendarResponse(answer) : answer(request)
    },
  }
}

export const calendarResponse = (text: string, init: ResponseInit = {}): Response =>
  new Response(text, {
    ...init,
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...init.headers },
  })

/** With an ETag of its text, and 304. */
export const conditional =
  (text: string) =>
  ({ headers }: Served): Response => {
    const etag = `"${text.length}-${hash(text)}"`
    return headers['if-none-match'] === etag
      ? new Response(null, { status: 304, headers: { etag } })
      : calendarResponse(text, { headers: { etag } })
  }

function hash(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_000_007
  return sum
}

type Lines = Readonly<Record<string, string>>

/** A calendar of events, each by its properties. */
export const calendarOf = (events: readonly Lines[], head: Lines = {}): string =>
  [
    'BEGIN:VCALENDAR',
    ...linesOf({ VERSION: '2.0', PRODID: '-//test//EN', ...head }),
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...linesOf(event), 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const linesOf = (lines: Lines): string[] => Object.entries(lines).map(([name, value]) => `${name}:${value}`)

/** An event on a day of 2027, `0415`, for an hour. */
export const eventOn = (day: string, uid: string, more: Lines = {}): Lines => ({
  UID: uid,
  DTSTAMP: '20270101T000000Z',
  DTSTART: `2027${day}T190000`,
  DTEND: `2027${day}T200000`,
  SUMMARY: `Event ${uid}`,
  LOCATION: 'Library',
  ...more,
})
