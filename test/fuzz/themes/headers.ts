import fc from 'fast-check'
import { words } from '../../setup/words.ts'
import { create, get, json, oddFields, type Theme } from './theme.ts'

const long = fc
  .constantFrom('"', "'", '"a",', 'W/', '"\\', ';', ',', ' ;', '=', 'A', '.')
  .map((piece) => piece.repeat(8_000 / piece.length))
const fields = fc.oneof({ weight: 9, arbitrary: oddFields }, { weight: 1, arbitrary: long })
const latin1 = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) })

/** Wrong credentials never make a visitor of anybody, on reads either. */
const credentials: Theme = () => {
  const basic = fc
    .tuple(fc.constantFrom('Basic', 'basic', 'Basic\t', 'Basic YTpi'), latin1)
    .map(([scheme, text]) => `${scheme} ${btoa(text)}`)
  const bearer = fields.map((text) => `Bearer ${text}`)
  const schemes = fc.constantFrom(
    'Basic',
    'Basic x',
    'Basic ====',
    'Bearer',
    'Bearer evt_',
    'Digest a="b"',
    'BearerBearer x',
  )
  return fc
    .tuple(fc.oneof(basic, bearer, schemes, fields), fc.boolean())
    .map(([authorization, isRead]) =>
      isRead
        ? get('/events', 401, { as: 'visitor', headers: { authorization } })
        : create('events', {}, 401, { as: 'visitor', headers: { authorization } }),
    )
}

const strangers: Theme = () =>
  fc
    .oneof(fields, fc.constantFrom('Editor', 'editor,editor', 'root'))
    .map((name) => get('/events', 401, { as: 'visitor', headers: { 'x-user': name } }))

/** Neither `*` nor the tag of a version. */
const otherTags = fc
  .oneof(
    fields,
    fields.map((text) => `"${text}"`),
    fields.map((text) => `W/"${text}"`),
  )
  .filter((text) => text.trim() !== '*' && !/"\d/.test(text))

/** Whoever names another version than the stored one changes nothing. */
const ifMatch: Theme = ({ events, venues, categories }) =>
  fc
    .tuple(
      fc.oneof(otherTags, fc.constantFrom('"0"', '"77"', 'W/"77"', '"01"', '"1 "', '"8", "9"')),
      fc.nat(2),
    )
    .map(([version, which]) => {
      const headers = { 'if-match': version }
      return (
        [
          json('PATCH', `/events/${events[3]}`, { title: 'New' }, 412, { headers }),
          get(`/venues/${venues[0]}`, 412, { method: 'DELETE', headers }),
          json('PUT', `/categories/${categories[2]}`, { name: 'New' }, 412, { headers }),
        ][which] ?? get('/', 200)
      )
    })

const ifNoneMatch: Theme = ({ events }) =>
  fc
    .tuple(otherTags, fc.constantFrom('GET', 'HEAD'), fc.constantFrom(`/events/${events[0]}`, '/events'))
    .map(([tag, method, path]) => get(path, 200, { method, headers: { 'if-none-match': tag } }))

const stars: Theme = ({ events }) => {
  const headers = { 'if-none-match': '* ' }
  return [
    get(`/events/${events[0]}`, 304, { headers }),
    get('/events', 304, { headers, as: 'visitor' }),
    get('/events/99999999', 404, { headers }),
    json('PATCH', `/events/${events[0]}`, {}, 412, { headers }),
  ]
}

const accept: Theme = () => {
  const parameters = fc.constantFrom(
    'q=0',
    'q=2',
    'q=-1',
    'q=x',
    'q=',
    'q=0.0001',
    'x="',
    'x="a,b;c"',
    ';',
    '"\\',
  )
  const types = fc.tuple(fc.constantFrom('text/html', '*/*', 'TEXT/HTML', 'text', '/html'), parameters)
  return fc
    .oneof(
      fields,
      types.map((parts) => parts.join(';')),
    )
    .map((value) => get('/doc', 200, { as: 'visitor', headers: { accept: value } }))
}

const origins: Theme = () =>
  fc
    .tuple(
      fc.oneof(
        fields,
        fc.constantFrom('null', 'https://app.example.evil.example', 'HTTPS://APP.EXAMPLE', 'file://'),
      ),
      fc.nat(2),
    )
    .map(([origin, which]) => {
      const asked = { 'access-control-request-method': '<x>', 'access-control-request-headers': 'a,<b>' }
      return (
        [
          get('/events', 200, { as: 'visitor', headers: { origin } }),
          get('/events/1', 204, { method: 'OPTIONS', as: 'visitor', headers: { origin, ...asked } }),
          get('/nothing', 404, { as: 'visitor', headers: { origin } }),
        ][which] ?? get('/', 200)
      )
    })

const OTHERS = [
  ...words(`
    host x-forwarded-host x-forwarded-proto x-original-url x-rewrite-url forwarded referer
  `),
  ...words('user-agent cookie range if-modified-since if-unmodified-since if-range expect te'),
  ...words('upgrade transfer-encoding content-encoding accept-encoding accept-language prefer via'),
  ...['content-type', 'content-length', 'max-forwards', '__proto__', 'constructor'],
]

/** Nothing of this changes what is answered. */
const others: Theme = () =>
  fc
    .tuple(
      fc.constantFrom(...OTHERS),
      fc.oneof(fields, fc.constantFrom('5', 'gzip', 'h2c', '100-continue', 'bytes=-1')),
    )
    .map(([name, value]) => get('/events', 200, { as: 'visitor', headers: { [name]: value } }))

export const HEADERS = { credentials, strangers, ifMatch, ifNoneMatch, stars, accept, origins, others }
