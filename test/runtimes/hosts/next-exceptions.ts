import { exceptionsOf, type FieldException } from '../exception.ts'

/** What Next does before a route handler is asked, or after it has answered. */

export const nextExceptions = exceptionsOf(
  ['next'],
  [
    [
      'Next itself rejects methods without an export, without a body.',
      ['a method of caches', [400]],
      ['a method of WebDAV', [400]],
    ],
    ['Next fails before it calls a handler, because Fetch has no such method.', ['TRACE', [500]]],
    ['Next accepts only a path as target.', ['OPTIONS *', [500]]],
    [
      'Outside the folder of the route handlers, the 404 is the page of the app.',
      ['HEAD outside of the API', [404]],
      ['the API in upper case', [404]],
    ],
    ['Next passes on only the first one.', ['two hosts', [200]]],
    [
      'Without a host, Next uses the address on which it listens.',
      ['an empty host', [200]],
      ['no host, in HTTP/1.0', [200]],
    ],
    [
      'Next takes the protocol from X-Forwarded-Proto, whoever sent it, before it calls a handler.',
      ['forwarded hosts are not believed', [200]],
    ],
    [
      'If the target is not a path, Next redirects to it.',
      ['the whole URL as target', [308]],
      ['the whole URL of another host', [308]],
      ['the whole URL with https', [308]],
      ['the whole URL of an invalid host', [308]],
    ],
    [
      'Next redirects to the path with single slashes.',
      ['a target that begins with two slashes', [308]],
      ['the API behind two slashes', [308]],
      ['two slashes within', [308]],
      ['two slashes at the end', [308]],
    ],
    [
      'Next resolves them before it looks for a handler, and redirects if there is a backslash.',
      ['paths that lead elsewhere than they say', [200, 200, 200, 200, 308, 308]],
    ],
    [
      'Next fails on a path that is not UTF-8 after unescaping.',
      ['a slug in Latin-1, escaped', [500]],
      ['an invalid escape, in the path', [500]],
    ],
    [
      'Next parses the query and writes it again: it changes escapes and repairs invalid ones.',
      ['the URL as it came', [200]],
      ['an invalid escape, in the query', [200]],
      ['hostile names', [400]],
    ],
  ],
)

export const nextFieldExceptions: readonly FieldException[] = [
  {
    hosts: ['next'],
    field: 'vary',
    why: 'Next adds a line with the fields of its own router.',
  },
]
