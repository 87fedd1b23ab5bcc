import { publicFetch } from 'kalends/adapters/node'

/*
 * `publicFetch` in a runtime, with servers of the test: prints what came of each request, as JSON. `a.example` is this
 * machine and allowed, so that its connections can be seen.
 */

const [http = '', https = ''] = process.argv.slice(2)
const asked: string[] = []
const addresses: Readonly<Record<string, readonly string[]>> = {
  'a.example': ['127.0.0.1'],
  'b.a.example': ['127.0.0.1'],
  'private.example': ['10.0.0.1'],
  'mixed.example': ['8.8.8.8', '::1'],
  'metadata.example': ['::ffff:169.254.169.254'],
}
const ask = publicFetch({
  allow: ['a.example', 'b.a.example'],
  size: 1_000_000,
  timeout: 2000,
  lookup: async (host) => {
    asked.push(host)
    return (addresses[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
})

async function outcome(url: string, init?: RequestInit): Promise<string> {
  try {
    const answer = await ask(url, init)
    return `${answer.status} ${(await answer.text()).slice(0, 60)}`
  } catch (error) {
    // The words behind the colon are those of the runtime.
    return error instanceof Error
      ? `${error.name}: ${error.message.replace(/(cannot be reached): .*/s, '$1')}`
      : 'odd'
  }
}

const cases: Readonly<Record<string, readonly [string, RequestInit?]>> = {
  'the name stays in Host': [`http://a.example:${http}/host`],
  'TLS by the name': [`https://a.example:${https}/host`],
  'TLS with a certificate for another name': [`http://a.example:${http}/redirect-to-other-name`],
  'an address in another notation': [`http://0x7f.1:${http}/host`],
  'a mapped address': [`http://[::ffff:127.0.0.1]:${http}/host`],
  'a name of a private address': [`http://private.example:${http}/host`],
  'a name of two addresses, one of them private': [`http://mixed.example:${http}/host`],
  'a name of a mapped address': [`http://metadata.example:${http}/host`],
  'a redirect to an address of this machine': [`http://a.example:${http}/redirect-to-machine`],
  credentials: [`http://me:secret@a.example:${http}/authorization`],
  'credentials after a redirect': [`http://me:secret@a.example:${http}/redirect-to-tls`],
  gzip: [`http://a.example:${http}/gzip`],
  'a bomb': [`http://a.example:${http}/bomb`],
  'two codings': [`http://a.example:${http}/two`],
  'a body that breaks off': [`http://a.example:${http}/short`],
  'a body without an end': [`http://a.example:${http}/endless`],
  POST: [`http://a.example:${http}/body`, { method: 'POST', body: 'é' }],
  'not modified': [`http://a.example:${http}/304`],
}

const outcomes: Record<string, string> = {}
for (const [name, [url, init]] of Object.entries(cases)) outcomes[name] = await outcome(url, init)
console.log(JSON.stringify({ outcomes, asked: asked.length }))
process.exit(0)
