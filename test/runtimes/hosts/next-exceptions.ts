import type { Exception, FieldException } from '../exceptions.ts'

/** What Next does before a route handler is asked, or after it has answered. */

const rows: readonly (readonly [
  why: string,
  ...of: readonly (readonly [name: string, statuses: Exception['statuses']])[],
])[] = [
  [
    'Next refuses methods for which it has no exports by itself, without a body.',
    ['a method of caches', [400]],
    ['a method of WebDAV', [400]],
  ],
  ['Next fails on it before a handler is asked, since Fetch has no such method.', ['TRACE', [500]]],
  ['Next takes no target but a path.', ['OPTIONS *', [500]]],
  [
    'Outside of the folder with the route handlers, the 404 is the page of the app.',
    ['HEAD outside of the API', [404]],
    ['the API in upper case', [404]],
  ],
  ['Next tells the first of them alone.', ['two hosts', [200]]],
  [
    'Where no host is named, it is the address that Next listens on.',
    ['an empty host', [200]],
    ['no host, in HTTP/1.0', [200]],
  ],
  [
    'Next takes the protocol from X-Forwarded-Proto, whoever sent it, before a handler is asked.',
    ['forwarded hosts are not believed', [200]],
  ],
  [
    'Where the target is no path, Next redirects to it.',
    ['the whole URL as target', [308]],
    ['the whole URL of another host', [308]],
    ['the whole URL with https', [308]],
    ['the whole URL of a host that is none', [308]],
  ],
  [
    'Next redirects to the path with single slashes.',
    ['a target that begins with two slashes', [308]],
    ['the API behind two slashes', [308]],
    ['two slashes within', [308]],
    ['two slashes at the end', [308]],
  ],
  [
    'Next resolves them before it looks for a handler, and redirects where there is a backslash.',
    ['paths that lead elsewhere than they say', [200, 200, 200, 200, 308, 308]],
  ],
  [
    'Next fails on a path that is no UTF-8 once it is unescaped.',
    ['a slug in Latin-1, escaped', [500]],
    ['an escape that is none, in the path', [500]],
  ],
  [
    'Next reads the query and writes it anew: values are escaped otherwise, and wrong escapes repaired.',
    ['the URL as it came', [200]],
    ['an escape that is none, in the query', [200]],
    ['hostile names', [400]],
  ],
]

export const nextExceptions: readonly Exception[] = rows.flatMap(([why, ...of]) =>
  of.map(([name, statuses]) => ({ hosts: ['next'], name, statuses, why })),
)

export const nextFieldExceptions: readonly FieldException[] = [
  {
    hosts: ['next'],
    field: 'vary',
    why: 'Next adds a line of its own, with the fields that its router asks pages by.',
  },
]
