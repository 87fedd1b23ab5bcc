import type { Exception } from '../exceptions.ts'

/*
 * What workerd does with HTTP/1.1 by itself. On Cloudflare its clients are not these: a proxy of theirs is in between,
 * which reads what came and writes it anew.
 */

const rows: readonly (readonly [
  why: string,
  ...of: readonly (readonly [name: string, statuses: Exception['statuses']])[],
])[] = [
  [
    'workerd knows a list of methods, and says 501 for others.',
    ['a method that nobody knows', [501]],
    ['a method in lower case', [501]],
    ['empty lines before the request', [501]],
    ['no HTTP at all', [501]],
  ],
  ['In workerd a request may have this method: the API says what it has.', ['TRACE', [405]]],
  [
    'workerd takes no target but a path, and breaks on others.',
    ['CONNECT to a path', [500]],
    ['OPTIONS *', [500]],
    ['the whole URL as target', [500]],
    ['the whole URL of another host', [500]],
    ['the whole URL with https', [500]],
    ['the whole URL of a host that is none', [500]],
    ['a target without a slash', [500]],
  ],
  ['workerd says it in words of its own.', ['no target', [400]], ['a field whose name has a space', [400]]],
  [
    'workerd wants a host, and breaks on what is none.',
    ['no host', [400]],
    ['an empty host', [400]],
    ['no host, in HTTP/1.0', [400]],
    ['two hosts', [500]],
    ['a host that is none: a b', [500]],
    ['a host that is none: evil.example/x', [500]],
    ['a host that is none: user@evil.example', [500]],
    ['a host that is none: evil.example?x', [500]],
    ['a host that is none: evil.example#x', [500]],
    ['a host that is none: evil.example\\x', [500]],
    ['a host that is none: a.example:99999', [500]],
    ['a host that is none: a.example:port', [500]],
    ['a host that is none: [::1', [500]],
    ['a host that is none: 1.2.3.999', [500]],
    ['a host that is none: a\xe9.example', [500]],
    ['a host that is none: %65vil.example', [500]],
    ['a host that is none: a.example, b.example', [500]],
  ],
  [
    'The URL of a request is the text that came, and not what the URL standard makes of it.',
    ['a host with the usual port', [200]],
    ['a host in upper case', [200]],
    ['the URL as it came', [200]],
    ['a caret in the path', [200]],
  ],
  [
    'The API resolves the URL: nothing in front can have read another path, as middleware on Node can.',
    ['paths that lead elsewhere than they say', [200, 200, 200, 200, 200, 404]],
  ],
  [
    'Node refuses bytes beyond ASCII; workerd hands them on.',
    ['a slug in UTF-8, not escaped', [404]],
    ['UTF-8 in the query, not escaped', [200]],
  ],
  [
    'workerd closes the connection when a body was not read to its end.',
    ['and then another request', [413, 'closed']],
  ],
  [
    'workerd never says 100: the client has to begin by itself, as curl does after a second.',
    ['Expect: 100-continue', ['closed']],
  ],
  ['Only Node looks at expectations other than 100-continue.', ['Expect of something else', [201]]],
  [
    'workerd breaks on a length that it cannot read.',
    ['a length that is none', [500]],
    ['two lengths that differ', [500]],
  ],
  ['workerd goes by the chunks, which the standard allows.', ['a length beside chunks', [401]]],
  [
    'That a body broke is all that workerd says; the API refuses it, where Node does so itself.',
    ['a chunk that is none', [400]],
  ],
  ['workerd takes it for a field that is not there.', ['If-Match: empty', [201, 200]]],
  [
    'workerd joins lines with a comma, cookies too; HTTP/1.1 wants one line of them (RFC 6265 §5.4).',
    ['several cookies on two lines', [200]],
  ],
  [
    'workerd keeps the white space at the end of a value.',
    ['a field with white space around its value', [400]],
  ],
  ['workerd takes the second line into the value.', ['a folded field', [200]]],
  ['workerd does not look at the version.', ['a version that is none', [200]]],
]

export const workerdExceptions: readonly Exception[] = rows.flatMap(([why, ...of]) =>
  of.map(([name, statuses]) => ({ hosts: ['workerd'], name, statuses, why })),
)
