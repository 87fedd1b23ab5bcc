import { create, get, JSON_TYPE, json, LEAST, send, type Theme } from './theme.ts'

/*
 * What was once answered wrongly or too slowly, by what it is now.
 */

const EVENT = JSON.stringify(LEAST.events).slice(1, -1)
const zeros = (count: number): string => Array.from({ length: count }, () => '0').join()

/** Sorting them by their class took time by the square of their number: 20 seconds. */
const marks: Theme = () => [
  create('events', { description: `found ${'\u0316\u0301'.repeat(99_990)}` }, 201),
  create('events', { description: `found ${'\u05c1\u05b0'.repeat(99_990)}` }, 201),
  create('venues', { venue: 'Marks', description: `found ${'\u0301\uff9e'.repeat(99_990)}` }, 201),
]

/** One letter that is searched as eighteen. */
const ligatures: Theme = () => [create('events', { description: `found ${'\ufdfa'.repeat(199_990)}` }, 201)]

/** Every tag looked through a hundred open ones, in each of four fields. */
const tags: Theme = () => {
  const description = '<div>'.repeat(39_990)
  const venue = { venue: 'Tags', description }
  const organizer = { organizer: 'Tags', description }
  return [create('events', { description, excerpt: description, venue, organizer }, 201)]
}

/** Looked at one by one, several times over, before the list was found too long. */
const entries: Theme = () => [
  ...['title', 'venue', 'tags', 'x'].map((name) =>
    send('POST', '/events', JSON_TYPE, `{${EVENT},"${name}":[${zeros(499_000)}]}`, 400),
  ),
  send('POST', '/events', JSON_TYPE, `{${EVENT},"x":[${zeros(10_001)}]}`, 400),
  send('POST', '/events', JSON_TYPE, `{${EVENT},"x":[${zeros(10_000)}]}`, 201),
  send('POST', '/events', JSON_TYPE, `{${EVENT},"x":{"y":[${zeros(10_001)}]}}`, 400),
]

/** Each was put into an object of its own to be looked at. */
const names: Theme = () => {
  const many = Array.from({ length: 30_000 }, (_, at) => `"${at}found":1`).join()
  return [send('POST', '/events', JSON_TYPE, `{${EVENT},${many}}`, 201)]
}

/** A slug was made of each for each that was found. */
const slugs: Theme = () => {
  const made = Array.from({ length: 100 }, (_, at) => `\u00e9${at}`)
  return [
    create('events', { categories: made }, 201),
    get(`/events?categories=${made.map((name) => encodeURIComponent(name.toUpperCase())).join()}`, 200),
  ]
}

/** What a name would reach is looked for before what it holds. */
const deepNames: Theme = ({ venues }) => [
  json('PATCH', `/venues/${venues[0]}`, JSON.parse('{"x":{"__proto__":{"polluted":[[]]}}}'), 400),
]

export const FOUND = {
  'long runs of marks': marks,
  'letters that are many': ligatures,
  'tags in tags': tags,
  'very long lists': entries,
  'very many names': names,
  'many slugs': slugs,
  'names in depth': deepNames,
}
