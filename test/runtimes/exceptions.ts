import type { Exchange } from './exchanges/exchange.ts'
import { nextExceptions, nextFieldExceptions } from './hosts/next-exceptions.ts'
import { workerdExceptions } from './hosts/workerd-exceptions.ts'

/*
 * Where a host answers otherwise than Node 24, and why. The tests hold that each is still needed, and that
 * docs/runtimes.md tells of it.
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
    why: 'Deno takes any method, so that the API says what it has; Node and Bun know a list.',
  },
  {
    hosts: ['bun'],
    name: 'a method that nobody knows',
    statuses: ['closed'],
    why: 'Bun knows a list of methods, and closes the connection on others.',
  },
  {
    hosts: ['deno'],
    name: 'a method in lower case',
    statuses: [405],
    why: 'Methods are case-sensitive: this is one that nobody knows.',
  },
  {
    hosts: ['bun'],
    name: 'a method in lower case',
    statuses: ['closed'],
    why: 'Methods are case-sensitive: this is one that nobody knows.',
  },
  {
    hosts: ['deno'],
    name: 'CONNECT to a path',
    statuses: [400],
    why: 'Node hands CONNECT to no listener and closes the connection; Deno refuses a target that is no host.',
  },
  {
    hosts: ['bun'],
    name: 'CONNECT to a path',
    statuses: [501],
    why: 'Node hands CONNECT to no listener; Bun does, and the adapter refuses it.',
  },
  {
    hosts: ['bun'],
    name: 'OPTIONS *',
    statuses: [400],
    why: 'Bun takes no target but a path.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'Expect of something else',
    statuses: [201],
    why: 'Only Node looks at expectations other than 100-continue.',
  },
  {
    hosts: ['deno'],
    name: 'a multipart form that breaks off',
    statuses: [400],
    why: "Deno's form parser passes over a part without an end: its fields are missing instead of wrong.",
  },
  {
    hosts: ['bun'],
    name: 'a chunked body with a trailer, and another request',
    statuses: [201, 400],
    why: 'Bun takes the trailer for another request (1.4), refuses it and closes the connection.',
  },
  {
    hosts: ['workerd'],
    name: 'a chunked body with a trailer, and another request',
    statuses: [201, 501],
    why: 'workerd, too, takes the trailer for another request.',
  },
  {
    hosts: ['deno'],
    name: 'a chunk that is none',
    statuses: ['closed'],
    why: 'Deno closes the connection on a body that is broken.',
  },
  {
    hosts: ['deno'],
    name: 'no host',
    statuses: [200],
    why: 'Deno lets it be, and takes the address that it listens on.',
  },
  {
    hosts: ['deno'],
    name: 'no host, in HTTP/1.0',
    statuses: [200],
    why: 'Deno takes the address that it listens on, Node and Bun localhost.',
  },
  {
    hosts: ['deno'],
    name: 'an empty host',
    statuses: [200],
    why: 'Deno takes the address that it listens on, Node and Bun localhost.',
  },
  {
    hosts: ['deno'],
    name: 'two hosts',
    statuses: [400],
    why: 'Deno refuses it before the adapter sees it, without a body.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'the whole URL of another host',
    statuses: [200],
    why: 'The Host header decides: not every host tells what the target said beside it.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'the whole URL of a host that is none',
    statuses: [200],
    why: 'The Host header decides, and that one is in order.',
  },
  {
    hosts: ['deno'],
    name: 'the whole URL with https',
    statuses: [200],
    why: 'Deno tells nothing of the socket, and takes the protocol from the target.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'paths that lead elsewhere than they say',
    statuses: [200, 200, 200, 200, 200, 404],
    why: 'Handlers get a URL that is resolved or that they resolve: nothing in front can have read another path, as middleware on Node can.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'a slug in UTF-8, not escaped',
    statuses: [404],
    why: 'Node refuses bytes beyond ASCII; Deno and Bun escape them, which finds no such slug here.',
  },
  {
    hosts: ['deno', 'bun'],
    name: 'UTF-8 in the query, not escaped',
    statuses: [200],
    why: 'Node refuses bytes beyond ASCII; Deno and Bun escape them.',
  },
  {
    hosts: ['node22', 'deno'],
    name: 'a caret in the path',
    statuses: [200],
    why: 'The URL standard began to escape it in 2024; it is the same address.',
  },
  {
    hosts: ['bun'],
    name: 'empty lines before the request',
    statuses: [400],
    why: 'Bun does not pass over them (RFC 9112 §2.2 says that servers should).',
  },
  {
    hosts: ['bun'],
    name: 'a version that is none',
    statuses: [505],
    why: 'Bun says that it is the version.',
  },
  ...workerdExceptions,
  ...nextExceptions,
]

export const fieldExceptions: readonly FieldException[] = [...nextFieldExceptions]

/** The rows of the table in docs/runtimes.md: runtimes, requests and what comes there, reason. */
export function exceptionRows(): readonly string[] {
  const rows = new Map<string, { hosts: string; requests: string[]; why: string }>()
  const add = (hosts: readonly string[], why: string, request: string) => {
    const named = { hosts: hosts.join(', '), requests: [], why }
    const row = rows.get(`${named.hosts}: ${why}`) ?? named
    row.requests.push(request)
    rows.set(`${named.hosts}: ${why}`, row)
  }
  for (const one of fieldExceptions) add(one.hosts, one.why, `\`${one.field}\` of every answer`)
  for (const one of exceptions) add(one.hosts, one.why, `${one.name}: ${one.statuses.join(', ')}`)
  return [...rows.values()].map(
    ({ hosts, requests, why }) => `| ${hosts} | ${requests.join('; ')} | ${why} |`,
  )
}
