import { API, api, create, EDITOR, type Exchange, exchange, JSON_TYPE, request, within } from './exchange.ts'

const PATHS = [
  ['the index', '/', 'GET'],
  ['events', '/events', 'GET POST'],
  ['an event', '/events/1', 'GET POST PUT PATCH DELETE'],
  ['an event by its slug', '/events/by-slug/rehearsal-a', 'GET POST PUT PATCH DELETE'],
  ['categories', '/categories', 'GET POST'],
  ['an unknown path', '/nothing', ''],
] as const

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Each method on each kind of path. What may be written, a visitor may not: nothing changes. */
const everywhere: readonly Exchange[] = PATHS.flatMap(([name, path, methods]) => [
  exchange(`GET ${name}`, [methods === '' ? 404 : 200], api(`GET ${path}`)),
  exchange(`HEAD ${name}`, [methods === '' ? 404 : 200], api(`HEAD ${path}`)),
  exchange(`OPTIONS ${name}`, [methods === '' ? 404 : 204], api(`OPTIONS ${path}`)),
  ...WRITES.map((method) =>
    exchange(
      `${method} ${name} as a visitor`,
      [methods === '' ? 404 : methods.split(' ').includes(method) ? 401 : 405],
      api(`${method} ${path}`),
    ),
  ),
])

export const methods: readonly Exchange[] = [
  ...everywhere,
  exchange('a method of caches', [405], api('PURGE /events')),
  exchange('a method that nobody knows', [400], api('BREW /events')),
  exchange('a method of WebDAV', [405], api('PROPFIND /events')),
  exchange('a method in lower case', [400], api('patch /events/1')),
  exchange('TRACE', [501], api('TRACE /events')),
  exchange('CONNECT to a path', ['closed'], api('CONNECT /events')),
  exchange('OPTIONS *', [404], request('OPTIONS *')),
  exchange(
    'HEAD of a list, with what belongs to GET',
    [200, 200],
    api('HEAD /events?per_page=1'),
    api('GET /events?per_page=1'),
  ),
  exchange('HEAD of what is not there', [404], api('HEAD /events/999')),
  exchange('HEAD outside of the API', [404], request('HEAD /elsewhere')),
  exchange('GET with a body', [200], api('GET /events/1', [JSON_TYPE], '{"title":"unread"}')),
  exchange(
    'create, read, update, delete',
    [201, 200, 200, 200, 200, 200, 410, 403],
    create('crud'),
    api('GET /events/1', [within('crud')]),
    api('POST /events/1', [EDITOR, within('crud'), JSON_TYPE], '{"title":"By POST"}'),
    api('PUT /events/1', [EDITOR, within('crud'), JSON_TYPE], '{"title":"By PUT"}'),
    api('PATCH /events/1', [EDITOR, within('crud'), JSON_TYPE], '{"title":"By PATCH"}'),
    api('DELETE /events/1', [EDITOR, within('crud')]),
    api('DELETE /events/1', [EDITOR, within('crud')]),
    api('GET /events/1', [within('crud')]),
  ),
  exchange(
    'DELETE with a body',
    [201, 200],
    create('deleted'),
    api('DELETE /events/1', [EDITOR, within('deleted'), JSON_TYPE], '{"force":true}'),
  ),
  exchange('the documentation', [200], api('GET /doc')),
  exchange('the bare base path', [404], request('GET /wp-json')),
  exchange('a neighbour of the base path', [404], request(`GET ${API}0/events`)),
]
