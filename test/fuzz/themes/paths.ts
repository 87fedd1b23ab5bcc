import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import { COLLECTIONS } from '../stock.ts'
import { badPairs, type Case, finePairs, get, POSTS, segments, send, type Theme } from './theme.ts'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Digits in whatever number are an ID, if not one of ours; all else is no route at all. */
const ids: Theme = () => {
  const bad = segments.filter((text) => !/^0*[1-9]\d{0,7}$/.test(decoded(text)))
  return fc
    .tuple(fc.constantFrom(...COLLECTIONS), bad, fc.constantFrom('GET', 'DELETE'))
    .map(([collection, id, method]) => get(`/${collection}/${id}`, 404, { method }))
}

const slugs: Theme = () =>
  fc
    .tuple(fc.constantFrom(...POSTS), segments, fc.constantFrom('GET', 'HEAD'))
    .map(([collection, slug, method]) => get(`/${collection}/by-slug/${slug}`, 404, { method }))

const NO_ROUTES = [
  ...['/Events', '/event', '/events.json', '/events;v=1', '/events%20', '/events%2F', '/%65vents%2f1'],
  ...['/events/1/2', '/events/by-slug', '/events/by-slug/', '/events/by-slug//a/b', '/events/by-Slug/a'],
  ...['/categories/by-slug/food', '/docs', '/wp-json', '/.env', '/..%2f..%2fetc%2fpasswd', '/events/..%5c'],
  ...['/events/../../../etc/passwd', '/%2e%2e/events', '/events/__proto__/1', '/events/\ud800'],
  ...['/x'.repeat(2_000), '/%'.repeat(1_000)],
]

/** What is not there is not there for any method, with or without credentials. */
const routes: Theme = () => {
  const odd = fc
    .tuple(fc.constantFrom('/', '/doc/', '/events/1/', '/tags/by-slug/', '/events/by-slug/a/'), segments)
    .map((parts) => parts.join(''))
  return fc
    .tuple(
      fc.oneof(fc.constantFrom(...NO_ROUTES), odd),
      fc.constantFrom('visitor', 'editor', 'administrator'),
    )
    .map(([path, as]) =>
      as === 'visitor'
        ? get(path, 404, { as })
        : as === 'editor'
          ? get(path, 404, { as, method: 'OPTIONS' })
          : send('POST', path, 'application/json', '{}', 404, { as }),
    )
}

/** Dot segments and slashes at the end lead where they lead for every client of the web. */
const detours: Theme = ({ events }) => [
  ...['', '/', '//', '/\u0000', '/events/by-slug/%2e%2e', '/events/', '/events///', '/events/.'].map((path) =>
    get(path, 200),
  ),
  ...['/./events', '/venues/../events', '/venues/%2e%2e/events', '/../v1'].map((path) => get(path, 200)),
  ...[`/events/${events[0]}/`, `/events/000${events[0]}`, '/events?', '/events#x', '/events?#x'].map((path) =>
    get(path, 200),
  ),
  get('/events?&&&', 200),
  ...['/events\\1', '/..', '/../..', '/../v1x'].map((path) => get(path, 404)),
  ...['/', '/vendor/events', '/vendor/events/v1events', '//vendor/events/v1/events'].map((path) =>
    get(`https://calendar.example${path}`, 404),
  ),
  get('https://calendar.example/VENDOR/EVENTS/V1/events', 404),
  get('https://calendar.example/vendor%2Fevents/v1/events', 404),
  ...words(`
    https://calendar.example:8443 http://[::1] http://127.1 http://xn--nxasmq6b https://a'b(c)!
  `).map((origin) => get(`${origin}/vendor/events/v1/events`, 200)),
  get(`/events?x=${'a'.repeat(8_192)}`, 414),
  get(`/${'a'.repeat(8_192)}`, 414),
  get(`/events?${'a&'.repeat(3_500)}`, 400),
  get(`/events?${'%'.repeat(8_000)}`, 400),
]

const METHODS = ['PROPFIND', 'PURGE', 'QUERY', 'patch', 'M-SEARCH', '__proto__', 'constructor']
const LISTS = ['/events', '/venues', '/organizers', '/categories', '/tags']
const PLACES = ['/', '/doc', ...LISTS, '/events/1', '/events/by-slug/x', '/venues/1', '/tags/1']

const methods: Theme = () => [
  ...PLACES.flatMap((path) => METHODS.map((method) => get(path, 405, { method }))),
  ...['PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    ['/', '/doc', ...LISTS].map((path) => get(path, 405, { method })),
  ),
  get('/', 405, { method: 'POST' }),
  get('/doc', 405, { method: 'POST' }),
  ...PLACES.map((path) => get(path, 204, { method: 'OPTIONS', as: 'stranger' })),
]

const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']

/** Only a POST can mean another method, by one header field and one parameter of the query. */
const overrides: Theme = ({ events }) =>
  OVERRIDES.flatMap((name): Case[] => {
    const asHeader = name === 'x-http-method-override' ? 400 : 200
    const asParameter = name === '_method' ? 400 : 200
    return [
      get(`/events/${events[0]}`, asHeader, { headers: { [name]: 'DELETE' } }),
      get('/events', asHeader, { headers: { [name]: 'POST' }, as: 'visitor' }),
      get(`/events/${events[1]}?${name}=DELETE`, asParameter),
      send('POST', `/events/${events[2]}?${name}=GET`, 'application/json', '{}', asParameter),
      send('POST', `/events/${events[2]}?${name}=PATCH`, 'application/json', '{}', 200),
      send('POST', '/events', 'application/x-www-form-urlencoded', `${name}=GET`, 400),
    ]
  })

/** Names and escapes that are none are refused wherever they come, under parameters of no meaning, too. */
const queries: Theme = () =>
  fc
    .tuple(fc.constantFrom(...LISTS, '/', '/doc', '/events/1'), badPairs)
    .map(([path, query]) => get(`${path}?${query}`, 400, { as: 'visitor' }))

/** What no list knows is passed over. */
const unknown: Theme = () =>
  fc
    .tuple(fc.constantFrom(...LISTS), finePairs)
    .map(([path, query]) => get(`${path}?${query}`, 200, { as: 'visitor' }))

export const PATHS = { ids, slugs, routes, detours, methods, overrides, queries, unknown }
