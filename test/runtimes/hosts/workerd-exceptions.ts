import { exceptionsOf } from '../exception.ts'

/*
 * What workerd does with HTTP/1.1 by itself. On Cloudflare its clients are not these: a proxy of theirs is in between,
 * which reads what came and writes it anew.
 */

export const workerdExceptions = exceptionsOf(
  ['workerd'],
  [
    [
      'workerd has a list of methods. Others are 501.',
      ['a method that nobody knows', [501]],
      ['a method in lower case', [501]],
      ['empty lines before the request', [501]],
      ['no HTTP at all', [501]],
    ],
    ['In workerd a request can have this method, so the API answers with its own list.', ['TRACE', [405]]],
    [
      'workerd accepts only a path as target, and fails on others.',
      ['CONNECT to a path', [500]],
      ['OPTIONS *', [500]],
      ['the whole URL as target', [500]],
      ['the whole URL of another host', [500]],
      ['the whole URL with https', [500]],
      ['the whole URL of an invalid host', [500]],
      ['a target without a slash', [500]],
    ],
    ['workerd answers it itself.', ['no target', [400]], ['a field whose name has a space', [400]]],
    [
      'workerd needs a host, and fails on an invalid one.',
      ['no host', [400]],
      ['an empty host', [400]],
      ['no host, in HTTP/1.0', [400]],
      ['two hosts', [500]],
      ['an invalid host: a b', [500]],
      ['an invalid host: evil.example/x', [500]],
      ['an invalid host: user@evil.example', [500]],
      ['an invalid host: evil.example?x', [500]],
      ['an invalid host: evil.example#x', [500]],
      ['an invalid host: evil.example\\x', [500]],
      ['an invalid host: a.example:99999', [500]],
      ['an invalid host: a.example:port', [500]],
      ['an invalid host: [::1', [500]],
      ['an invalid host: 1.2.3.999', [500]],
      ['an invalid host: a\xe9.example', [500]],
      ['an invalid host: %65vil.example', [500]],
      ['an invalid host: a.example, b.example', [500]],
    ],
    [
      'The URL of a request is the text that was sent, not its normal form.',
      ['a host with the usual port', [200]],
      ['a host in upper case', [200]],
      ['the URL as it came', [200]],
      ['a caret in the path', [200]],
    ],
    [
      'The API resolves the URL. On Node, middleware could have read another path.',
      ['paths that lead elsewhere than they say', [200, 200, 200, 200, 200, 404]],
    ],
    [
      'Node rejects bytes outside ASCII. workerd passes them on.',
      ['a slug in UTF-8, not escaped', [404]],
      ['UTF-8 in the query, not escaped', [200]],
    ],
    [
      'workerd closes the connection if a body is not read to its end.',
      ['and then another request', [413, 'closed']],
    ],
    [
      'workerd never sends 100. The client must start by itself, as curl does after a second.',
      ['Expect: 100-continue', ['closed']],
    ],
    ['Only Node checks expectations other than 100-continue.', ['Expect of something else', [201]]],
    [
      'workerd fails on a length that it cannot read.',
      ['an invalid length', [500]],
      ['two lengths that differ', [500]],
    ],
    ['workerd uses the chunks, which the standard allows.', ['a length beside chunks', [401]]],
    [
      'workerd only says that the body is broken, and the API rejects it. Node rejects it itself.',
      ['an invalid chunk', [400]],
    ],
    ['workerd treats it as absent.', ['If-Match: empty', [201, 200]]],
    [
      'workerd joins lines with a comma, cookies too. HTTP/1.1 allows only one line of cookies (RFC 6265 §5.4).',
      ['several cookies on two lines', [200]],
    ],
    [
      'workerd keeps the white space at the end of a value.',
      ['a field with white space around its value', [400]],
    ],
    ['workerd adds the second line to the value.', ['a folded field', [200]]],
    ['workerd does not check the version.', ['an invalid version', [200]]],
  ],
)
