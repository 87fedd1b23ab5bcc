export const json = { 'content-type': 'application/json' }
export const form = { 'content-type': 'application/x-www-form-urlencoded' }
export const NOTHING = { events: 0, venues: 0, organizers: 0, categories: 0, tags: 0 }

/** A POST of anything, as JSON unless said otherwise. */
export const post = (body: BodyInit, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
})
export const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
/** Enough for an event, as texts. */
export const GOOD = { title: 'Open day', start_date: '2027-05-10', end_date: '2027-05-11' }
