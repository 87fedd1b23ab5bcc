import { describe, expect, test } from 'vitest'
import { createHostRule, isPublicAddress } from '../../src/core/domain/public-host.ts'

/** The first and the last address of each range, and their neighbours, which are public unless another range has them. */
const RANGES = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
] as const

describe('addresses that a resolver gives', () => {
  test.each(RANGES)('%s to %s is not public, its neighbours are', (first, last, below, above) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false])
    const neighbours = [below, above].filter((one) => one !== undefined)
    expect(neighbours.filter((one) => !isPublicAddress(one))).toEqual([])
  })

  test.each([
    ...[
      '::',
      '::1',
      '0:0:0:0:0:0:0:1',
      'fe80::1',
      'febf::1',
      'fec0::1',
      'fc00::1',
      'fdff::1',
      'ff02::1',
      'FF0E::1',
    ],
    // IPv4 in IPv6: mapped, compatible, translated.
    ...[
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::FFFF:8.8.8.8',
      '::127.0.0.1',
      '::8.8.8.8',
      '::ffff:0:8.8.8.8',
    ],
    // NAT64 with a private address at its end; its local prefix; 6to4; Teredo.
    ...['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::808:808'],
    ...['2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ...['2001:db8::1', '2001:1ff:ffff::1', '3fff::1', '3fff:fff::1', '100::1', '5f00::1', '2620:4f:8000::42'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    ...['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888', '2001:200::1', '2000::1'],
    ...['3ffe::1', '3fff:1000::1', '2620:4f:8001::1', '64:ff9b::8.8.8.8', '8.8.8.8', '93.184.216.34'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '',
    ' ',
    'fe80::1%eth0',
    '8.8.8.8/24',
    '8.8.8.8@10.0.0.1',
    'town.example',
    '1.2.3.4.5',
    '::1]:80/[',
    ':',
    'dead',
  ])('what is no address is not public: %j', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

const refused = (url: string, allow?: readonly string[]) => createHostRule(allow).isRefused(new URL(url))

describe('hosts of URLs', () => {
  test.each([
    ...[
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://0177.0.0.01/',
      'http://2130706433/',
      'http://127.1/',
      'http://0/',
    ],
    ...[
      'http://0x7f000001/',
      'http://127.0.0.1./',
      'http://１２７.０.０.１/',
      'http://127。0。0。1/',
      'http://%31%32%37.1/',
    ],
    ...[
      'http://[::ffff:127.0.0.1]/',
      'http://[0:0:0:0:0:ffff:7f00:0001]/',
      'http://[::1]:8080/',
      'https://[fe80::1]/',
    ],
    ...[
      'http://169.254.169.254/latest/meta-data',
      'http://user:word@10.1.2.3/',
      'http://localhost/',
      'http://LOCALHOST./',
    ],
    ...[
      'http://a.localhost/',
      'http://printer.local/',
      'http://metadata.google.internal/',
      'http://nas.home.arpa/',
    ],
  ])('%s is refused', (url) => {
    expect(refused(url)).toBe(true)
  })

  test.each([
    ...[
      'http://town.example/',
      'https://8.8.8.8/',
      'http://[2606:4700:4700::1111]/',
      'http://localhost.example/',
    ],
    ...['http://notlocal/', 'http://internal.example/', 'http://127.0.0.1.example/'],
  ])('%s is not: a resolver says where it leads', (url) => {
    expect(refused(url)).toBe(false)
  })
})

describe('hosts that the application allows', () => {
  test('in the notations of addresses, with any port or one', () => {
    const seen = [
      refused('http://127.0.0.1:8080/', ['127.0.0.1']),
      refused('http://0x7f.1/', ['127.0.0.1']),
      refused('http://127.0.0.1/', ['0x7f.1']),
      refused('http://[::1]:8080/', ['::1']),
      refused('http://[::1]/', ['[::1]']),
      refused('http://LocalHost./', ['localhost']),
      refused('http://localhost/', ['LOCALHOST.']),
      refused('http://localhost:8080/', ['localhost:8080']),
      refused('http://localhost/', ['localhost:80']),
      refused('https://localhost/', ['localhost:443']),
      refused('http://[::1]:8080/', ['[::1]:8080']),
    ]
    expect(seen).toEqual(seen.map(() => false))
  })

  test('and no others', () => {
    const seen = [
      refused('http://127.0.0.2/', ['127.0.0.1']),
      refused('http://localhost:8081/', ['localhost:8080']),
      refused('https://localhost/', ['localhost:80']),
      refused('http://a.localhost/', ['localhost']),
      refused('http://[::1]/', ['[::1]:8080']),
    ]
    expect(seen).toEqual(seen.map(() => true))
    expect(
      createHostRule(['intranet.example']).isAllowed(new URL('http://intranet.example.evil.example/')),
    ).toBe(false)
  })

  test.each([
    '',
    'http://a.example',
    'a.example/b',
    'me@a.example',
    'a b',
    'a:99999',
    '[::1',
    '*',
    '*.a.example',
  ])('%j is not a host', (text) => {
    expect(() => createHostRule([text])).toThrow(/^allow: .* is not a host/)
  })
})
