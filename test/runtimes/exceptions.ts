import { type Exception, exceptionsOf, type FieldException } from './exception.ts'
import { nextExceptions, nextFieldExceptions } from './hosts/next-exceptions.ts'
import { workerdExceptions } from './hosts/workerd-exceptions.ts'

/*
 * Where a runtime answers differently from Node 24, and why. Tests check that each of these is still needed.
 * `npm run docs` writes the table of test/runtimes/DIFFERENCES.md from them.
 */

export const exceptions: readonly Exception[] = [
  ...exceptionsOf(
    ['deno'],
    [
      [
        'Deno accepts every method, so the API answers with its own list; Node and Bun have a list.',
        ['a method that nobody knows', [405]],
      ],
      ['Methods are case-sensitive, so this one is unknown.', ['a method in lower case', [405]]],
      [
        'Node closes the connection, because nothing listens for CONNECT. Deno rejects a target that is not a host.',
        ['CONNECT to a path', [400]],
      ],
      [
        "Deno's form parser ignores a part without an end: its fields are missing instead of invalid.",
        ['a multipart form that breaks off', [400]],
      ],
      ['Deno closes the connection on a broken body.', ['an invalid chunk', ['closed']]],
      ['Deno accepts it and uses the address on which it listens.', ['no host', [200]]],
      [
        'Deno uses the address on which it listens, Node and Bun use localhost.',
        ['no host, in HTTP/1.0', [200]],
        ['an empty host', [200]],
      ],
      ['Deno rejects it before the adapter, without a body.', ['two hosts', [400]]],
      [
        'Deno gives no access to the socket. It takes the protocol from the target.',
        ['the whole URL with https', [200]],
      ],
    ],
  ),
  ...exceptionsOf(
    ['bun'],
    [
      [
        'Bun has a list of methods. It closes the connection on others.',
        ['a method that nobody knows', ['closed']],
      ],
      ['Methods are case-sensitive, so this one is unknown.', ['a method in lower case', ['closed']]],
      [
        'Node passes CONNECT to no listener. Bun passes it on, and the adapter rejects it.',
        ['CONNECT to a path', [501]],
      ],
      ['Bun accepts only a path as target.', ['OPTIONS *', [400]]],
      [
        'Bun 1.4 reads the trailer as another request, rejects it and closes the connection.',
        ['a chunked body with a trailer, and another request', [201, 400]],
      ],
      [
        'Bun does not ignore them, as servers should (RFC 9112 §2.2).',
        ['empty lines before the request', [400]],
      ],
      ['Bun names the version as the reason.', ['an invalid version', [505]]],
    ],
  ),
  ...exceptionsOf(
    ['deno', 'bun'],
    [
      ['Only Node checks expectations other than 100-continue.', ['Expect of something else', [201]]],
      [
        'The Host header decides: not every runtime passes on the host of the target.',
        ['the whole URL of another host', [200]],
      ],
      ['The Host header decides, and it is valid.', ['the whole URL of an invalid host', [200]]],
      [
        'The URL is resolved before any handler sees it. On Node, middleware could have read another path.',
        ['paths that lead elsewhere than they say', [200, 200, 200, 200, 200, 404]],
      ],
      [
        'Node rejects bytes outside ASCII. Deno and Bun escape them, and no record has such a slug.',
        ['a slug in UTF-8, not escaped', [404]],
      ],
      [
        'Node rejects bytes outside ASCII. Deno and Bun escape them.',
        ['UTF-8 in the query, not escaped', [200]],
      ],
    ],
  ),
  ...exceptionsOf(
    ['workerd'],
    [
      [
        'workerd, too, reads the trailer as another request.',
        ['a chunked body with a trailer, and another request', [201, 501]],
      ],
    ],
  ),
  ...exceptionsOf(
    ['node22', 'deno'],
    [['The URL standard escapes it since 2024. The address is the same.', ['a caret in the path', [200]]]],
  ),
  ...workerdExceptions,
  ...nextExceptions,
]

export const fieldExceptions: readonly FieldException[] = [...nextFieldExceptions]

/** The rows of the table in test/runtimes/DIFFERENCES.md: runtimes, requests and what comes there, reason. */
export function exceptionRows(): readonly (readonly string[])[] {
  const rows = new Map<string, { hosts: string; requests: string[]; why: string }>()
  const add = (hosts: readonly string[], why: string, request: string) => {
    const named = { hosts: hosts.join(', '), requests: [], why }
    const row = rows.get(`${named.hosts}: ${why}`) ?? named
    row.requests.push(request)
    rows.set(`${named.hosts}: ${why}`, row)
  }
  for (const one of fieldExceptions) add(one.hosts, one.why, `\`${one.field}\` of every answer`)
  for (const one of exceptions) add(one.hosts, one.why, `${one.name}: ${one.statuses.join(', ')}`)
  return [...rows.values()].map(({ hosts, requests, why }) => [hosts, requests.join('; '), why])
}
