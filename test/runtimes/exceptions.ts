import type { Exchange } from './exchanges/exchange.ts'
import { nextExceptions, nextFieldExceptions } from './hosts/next-exceptions.ts'
import { workerdExceptions } from './hosts/workerd-exceptions.ts'

/*
 * Where a runtime answers differently from Node 24, and why. Tests check that each of these is still needed.
 * `npm run docs` writes the table of docs/runtimes.md from them.
 */

export interface Exception {
  readonly hosts: readonly string[]
  /** Of the exchange. */
  readonly name: string
  /** What comes there instead. */
  readonly statuses: Exchange['statuses']
  readonly why: string
}

/** A header field that a host adds, takes away or changes in every answer. */
export interface FieldException {
  readonly hosts: readonly string[]
  readonly field: string
  readonly why: string
}

export const exceptions: readonly Exception[] = [
  {
    hosts: ['deno'],
    name: 'a method that nobody knows',
    statuses: [405],
    why: 'Deno accepts every method, so the API answers with its own list; Node and Bun have a list.',
  },
  {
    hosts: ['bun'],
    name: 'a method that nobody knows',
    statuses: ['closed'],
    why: 'Bun has a list of methods. It closes the connection on others.',
  },
  {
    hosts: ['deno'],
    name: 'a method in lower case',
    statuses: [405],
    why: 'Methods are case-sensitive, so this one is unknown.',
  },
  {
    hosts: ['bun'],
    name: 'a method in lower case',
    statuses: ['closed'],
    why: 'Methods are case-sensitive, so this one is unknown.',
  },
  {
    hosts: ['deno'],
    name: 'CONNECT to a path',
    statuses: [400],
    why: 'Node closes the connection, because nothing listens for CONNECT. Deno rejects a target that is not a host.',
  },
  {
    hosts: ['bun'],
    name: 'CONNECT to a path',
    statuses: [501],
    why: 'Node passes CONNECT to no listener. Bun passes it on, and the adapter rejects it.',
  },
  {
    hosts: ['bun'],
    name: 'OPTIONS *',
    statuses: [400],
    why: 'Bun accepts only a path as target.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'Expect of something else',
    statuses: [201],
    why: 'Only Node checks expectations other than 100-continue.',
  },
  {
    hosts: ['deno'],
    name: 'a multipart form that breaks off',
    statuses: [400],
    why: "Deno's form parser ignores a part without an end: its fields are missing instead of invalid.",
  },
  {
    hosts: ['bun'],
    name: 'a chunked body with a trailer, and another request',
    statuses: [201, 400],
    why: 'Bun 1.4 reads the trailer as another request, rejects it and closes the connection.',
  },
  {
    hosts: ['workerd'],
    name: 'a chunked body with a trailer, and another request',
    statuses: [201, 501],
    why: 'workerd, too, reads the trailer as another request.',
  },
  {
    hosts: ['deno'],
    name: 'a chunk that is none',
    statuses: ['closed'],
    why: 'Deno closes the connection on a broken body.',
  },
  {
    hosts: ['deno'],
    name: 'no host',
    statuses: [200],
    why: 'Deno accepts it and uses the address on which it listens.',
  },
  {
    hosts: ['deno'],
    name: 'no host, in HTTP/1.0',
    statuses: [200],
    why: 'Deno uses the address on which it listens, Node and Bun use localhost.',
  },
  {
    hosts: ['deno'],
    name: 'an empty host',
    statuses: [200],
    why: 'Deno uses the address on which it listens, Node and Bun use localhost.',
  },
  {
    hosts: ['deno'],
    name: 'two hosts',
    statuses: [400],
    why: 'Deno rejects it before the adapter, without a body.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'the whole URL of another host',
    statuses: [200],
    why: 'The Host header decides: not every runtime passes on the host of the target.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'the whole URL of a host that is none',
    statuses: [200],
    why: 'The Host header decides, and it is valid.',
  },
  {
    hosts: ['deno'],
    name: 'the whole URL with https',
    statuses: [200],
    why: 'Deno gives no access to the socket. It takes the protocol from the target.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'paths that lead elsewhere than they say',
    statuses: [200, 200, 200, 200, 200, 404],
    why: 'The URL is resolved before any handler sees it. On Node, middleware could have read another path.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'a slug in UTF-8, not escaped',
    statuses: [404],
    why: 'Node rejects bytes outside ASCII. Deno and Bun escape them, and no record has such a slug.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'UTF-8 in the query, not escaped',
    statuses: [200],
    why: 'Node rejects bytes outside ASCII. Deno and Bun escape them.',
  },
  {
    hosts: ['node22', 'deno'],
    name: 'a caret in the path',
    statuses: [200],
    why: 'The URL standard escapes it since 2024. The address is the same.',
  },
  {
    hosts: ['bun'],
    name: 'empty lines before the request',
    statuses: [400],
    why: 'Bun does not ignore them, as servers should (RFC 9112 §2.2).',
  },
  {
    hosts: ['bun'],
    name: 'a version that is none',
    statuses: [505],
    why: 'Bun names the version as the reason.',
  },
  ...workerdExceptions,
  ...nextExceptions,
]

export const fieldExceptions: readonly FieldException[] = [...nextFieldExceptions]

/** The rows of the table in docs/runtimes.md: runtimes, requests and what comes there, reason. */
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
