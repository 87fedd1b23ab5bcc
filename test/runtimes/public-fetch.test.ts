import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BundledProgram } from '../setup/bundled-program.ts'
import { installed } from './host.ts'

/*
 * `publicFetch` connects through `node:http`. That Deno and Bun give its own `lookup` to each connection, check a
 * certificate by the name, and break off where Node does, is theirs to decide, so it is measured here.
 */

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kalends-tls-'))
const at = (name: string) => join(folder, name)
const program = new BundledProgram(new URL('./programs/public-fetch.ts', import.meta.url))
const servers: Server[] = []
const ports: string[] = []

/** A certificate for `a.example`, by an authority that the runtimes are told of. */
function makeCertificate() {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const authority = ['-addext', 'keyUsage=keyCertSign']
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    '/CN=authority',
    ...authority,
  )
  const signed = [
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-addext',
    'basicConstraints=critical,CA:false',
  ]
  const names = ['-subj', '/CN=a.example', '-addext', 'subjectAltName=DNS:a.example']
  openssl('req', '-x509', ...key, ...signed, ...names, '-keyout', at('a.key'), '-out', at('a.pem'))
}

/** What a feed may do that is not wanted. */
const listener: RequestListener = (request, response) => {
  const { url, headers } = request
  const [http = '', https = ''] = ports
  if (url === '/host') return response.end(headers.host?.split(':')[0])
  if (url === '/authorization') return response.end(headers.authorization ?? 'none')
  if (url === '/redirect-to-machine')
    return response.writeHead(302, { location: `http://127.1:${http}/host` }).end()
  if (url === '/redirect-to-tls') {
    return response.writeHead(302, { location: `https://a.example:${https}/authorization` }).end()
  }
  if (url === '/redirect-to-other-name') {
    return response.writeHead(302, { location: `https://b.a.example:${https}/host` }).end()
  }
  if (url === '/gzip') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('BEGIN'))
  if (url === '/bomb') {
    return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
  }
  if (url === '/two') return response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x')
  if (url === '/short')
    return response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy())
  if (url === '/endless') return response.write('x')
  if (url === '/304') return response.writeHead(304).end()
  request.pipe(response)
}

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return String((server.address() as AddressInfo).port)
}

beforeAll(async () => {
  makeCertificate()
  await program.build()
  const secure = { key: readFileSync(at('a.key')), cert: readFileSync(at('a.pem')) }
  ports.push(await listen(createServer(listener)), await listen(createSecureServer(secure, listener)))
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  program.remove()
  rmSync(folder, { recursive: true, force: true })
})

const RUNTIMES = [
  ['Node 20', process.execPath, []],
  ['Node 22', installed('node22/bin/node'), []],
  ['Node 24', installed('node24/bin/node'), []],
  ['Deno', installed('deno/deno'), ['run', '-A', '--no-lock', '--no-remote']],
  ['Bun', installed('.bin/bun'), ['--no-install']],
] as const

test.each(RUNTIMES)('%s refuses and reads as Node does', async (_name, file, args) => {
  const authority = at('ca.pem')
  const { stdout } = await run(file, [...args, program.path, ...ports], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority, DENO_CERT: authority, DENO_NO_UPDATE_CHECK: '1' },
  })
  expect(JSON.parse(stdout)).toEqual({
    outcomes: {
      'the name stays in Host': '200 a.example',
      'TLS by the name': '200 a.example',
      'TLS with a certificate for another name': `PublicFetchError: b.a.example:${ports[1]} cannot be reached`,
      'an address in another notation': 'PublicFetchError: 127.0.0.1 is not a public host',
      'a mapped address': 'PublicFetchError: [::ffff:7f00:1] is not a public host',
      'a name of a private address': refused('private'),
      'a name of two addresses, one of them private': refused('mixed'),
      'a name of a mapped address': refused('metadata'),
      'a redirect to an address of this machine': 'PublicFetchError: 127.0.0.1 is not a public host',
      credentials: `200 Basic ${btoa('me:secret')}`,
      'credentials after a redirect': '200 none',
      gzip: '200 BEGIN',
      'a bomb': 'PublicFetchError: the answer has more than 1,000,000 bytes',
      'two codings': 'PublicFetchError: the answer has more than one Content-Encoding',
      'a body that breaks off': 'PublicFetchError: the answer broke off',
      'a body without an end': 'PublicFetchError: no complete answer within 2 s',
      POST: '200 é',
      'not modified': '304 ',
    },
    // Once for each request and each redirect that has a name.
    asked: 18,
  })
})

const refused = (name: string) => `PublicFetchError: ${name}.example leads to an address that is not public`
