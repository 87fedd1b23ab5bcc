import { api, create, EDITOR, EVENT, type Exchange, exchange, JSON_TYPE, within } from './exchange.ts'

const given = (field: string) => api('GET /events/1', [field])
const change = (calendar: string, fields: readonly string[]) =>
  api('PATCH /events/1', [EDITOR, within(calendar), JSON_TYPE, ...fields], '{"title":"Changed"}')

/** If-None-Match, If-Match, credentials, other origins. */
export const conditions: readonly Exchange[] = [
  exchange('If-None-Match: the ETag', [200, 304], api('GET /events/1'), (etag) =>
    given(`If-None-Match: ${etag}`),
  ),
  exchange('If-None-Match: the ETag, weak', [200, 304], api('GET /events/1'), (etag) =>
    given(`If-None-Match: W/${etag}`),
  ),
  exchange('If-None-Match: among others', [200, 304], api('GET /events/1'), (etag) =>
    given(`If-None-Match: "a", ${etag}, "b"`),
  ),
  exchange('If-None-Match on two lines', [200, 304], api('GET /events/1'), (etag) =>
    api('GET /events/1', ['If-None-Match: "a"', `If-None-Match: ${etag}`]),
  ),
  exchange('If-None-Match: *', [304], given('If-None-Match: *')),
  exchange('If-None-Match: another', [200], given('If-None-Match: "a"')),
  exchange('If-None-Match of a list', [200, 304], api('GET /events'), (etag) =>
    api('GET /events', [`If-None-Match: ${etag}`]),
  ),
  exchange('If-None-Match with HEAD', [200, 304], api('HEAD /events/1'), (etag) =>
    api('HEAD /events/1', [`If-None-Match: ${etag}`]),
  ),
  exchange('If-Match: the ETag', [201, 200], create('matching'), (etag) =>
    change('matching', [`If-Match: ${etag}`]),
  ),
  exchange('If-Match: *', [201, 200], create('any'), change('any', ['If-Match: *'])),
  exchange('If-Match: an older one', [201, 412], create('older'), change('older', ['If-Match: "0.x"'])),
  exchange('If-Match: empty', [201, 412], create('empty'), change('empty', ['If-Match:'])),
  exchange('wrong user', [401], api('POST /events', ['X-User: nobody', JSON_TYPE], EVENT)),
  exchange('a user who may not', [403], api('POST /events', ['X-User: subscriber', JSON_TYPE], EVENT)),
  exchange('Authorization makes it private', [200], api('GET /events/1', ['Authorization: Basic eDp5'])),
  exchange('Cookie makes it private', [200], api('GET /events/1', ['Cookie: a=1'])),
  exchange(
    'preflight',
    [204],
    api('OPTIONS /events', [
      'Origin: https://app.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: content-type,if-match',
    ]),
  ),
  exchange(
    'preflight of a stranger',
    [204],
    api('OPTIONS /events', ['Origin: https://evil.example', 'Access-Control-Request-Method: POST']),
  ),
  exchange('from another origin', [200], api('GET /events/1', ['Origin: https://app.example'])),
  exchange(
    'from another origin, refused',
    [401],
    api('POST /events', ['Origin: https://app.example', JSON_TYPE], EVENT),
  ),
  exchange('Range is not followed', [200], api('GET /events/1', ['Range: bytes=0-9'])),
  exchange('Accept-Encoding is not followed', [200], api('GET /events/1', ['Accept-Encoding: gzip, br'])),
  exchange('Accept of something else', [200], api('GET /events/1', ['Accept: image/png'])),
]
