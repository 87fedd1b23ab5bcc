import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { read, temporaryFolder } from '../examples/program.ts'
import { serve } from '../move/old-site.ts'
import { town } from '../move/town.ts'
import { PICTURES } from '../setup/pictures.ts'
import { outputOf } from '../setup/programs.ts'
import { kalends, reportOf, start } from './kalends.ts'

/** The one line of JSON that `kalends serve --json` prints when it serves. */
async function serving(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  const program = start(folder, ['serve', '--port', '0', '--json', ...args], { env })
  const ended = outputOf(program)
  let text = ''
  program.stdout.on('data', (chunk) => {
    text += chunk
  })
  while (!text.includes('\n')) {
    const won = await Promise.race([once(program.stdout, 'data').then(() => undefined), ended])
    if (won !== undefined) throw new Error(won.errors)
  }
  const told: { url: string; database: string; token?: string } = JSON.parse(text)
  return { ...told, program, ended }
}

test('an imported calendar is served under the paths of the old site, and stops on a signal', async () => {
  const { url } = await serve(town())
  const folder = temporaryFolder()
  await reportOf(folder, ['import', url])
  const place = [
    ...['--base-path', '/wp-json', '--namespace', 'tribe/events/v1'],
    ...['--timezone', 'Europe/Berlin', '--title', 'Our town'],
  ]
  const own = await serving(folder, place, { KALENDS_TOKEN: 'open-sesame' })
  expect(own.url).toMatch(/\/wp-json\/tribe\/events\/v1$/)
  expect(own.token).toBeUndefined()
  const { body } = await read(`${own.url}/events/30`)
  expect(body).toMatchObject({ id: 30, slug: 'rock-roll', timezone: 'Europe/Berlin' })
  expect(await (await fetch(`${own.url}/events.ics`)).text()).toContain('\r\nNAME:Our town\r\n')
  const send = (token: string) =>
    read(`${own.url}/events/30`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Jazz' }),
    })
  expect(await send('wrong')).toMatchObject({ status: 401, body: { code: 'rest_invalid_credentials' } })
  expect(await send('open-sesame')).toMatchObject({ status: 200, body: { title: 'Jazz' } })
  own.program.kill('SIGTERM')
  expect(await own.ended).toMatchObject({ code: 0, errors: '' })
  expect((await kalends(folder, ['export'])).output).toContain('Jazz')
})

test('without KALENDS_TOKEN it makes a token; --base-url is in links', async () => {
  const folder = temporaryFolder()
  const own = await serving(
    folder,
    ['--base-url', 'https://town.example', '--database', join(folder, 'c.sqlite')],
    {
      KALENDS_TOKEN: '',
    },
  )
  const response = await fetch(`${own.url}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Fair', start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' }),
  })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ url: 'https://town.example/event/fair/' })
})

test('images are copied once, served at their addresses, and known by their IDs; old addresses answer', async () => {
  const base64 = Buffer.from('\x89PNG\r\n\x1a\nbarn', 'latin1').toString('base64')
  const file = { type: 'image/png', base64 }
  const files = { '/wp-content/uploads/barn.png': file, '/wp-content/uploads/barn-100.png': file }
  const { url, asked } = await serve(Object.assign(Object(town()), { files }))
  const folder = temporaryFolder()
  const args = ['import', url, '--images', 'pictures', '--compare']
  expect((await reportOf(folder, args)).comparison).toMatchObject({ unexplained: 0 })
  expect((await reportOf(folder, args)).kinds.event).toMatchObject({ updated: 0 })
  expect(asked.filter((path) => path.startsWith('/wp-content')).sort()).toEqual(Object.keys(files).sort())

  const place = ['--base-path', '/wp-json', '--namespace', 'tribe/events/v1']
  const own = await serving(folder, [...place, '--images', 'pictures'], { KALENDS_TOKEN: 'open-sesame' })
  const { origin } = new URL(own.url)
  const { body } = await read(`${own.url}/events/30`)
  expect(body.image.url).toMatch(new RegExp(`^${url}/images/40-barn-[0-9a-f]{8}\\.png$`))
  for (const address of [body.image.url, body.image.sizes.medium.url]) {
    const image = await fetch(`${origin}${new URL(address).pathname}`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).toBe(base64)
  }
  expect((await fetch(`${origin}/images/images.jsonl`)).status).toBe(404)
  const changed = await read(`${own.url}/events/31`, {
    method: 'POST',
    headers: { authorization: 'Bearer open-sesame', 'content-type': 'application/json' },
    body: JSON.stringify({ image: 40 }),
  })
  expect(changed).toMatchObject({ status: 200, body: { image: { id: 40, url: body.image.url } } })
  const feed = await fetch(`${origin}/events/?ical=1`)
  expect(feed.headers.get('content-type')).toMatch(/^text\/calendar/)
})

/** The addresses that the guide of `kalends serve` prints. */
async function guideOf(
  folder: string,
  args: readonly string[],
): Promise<{ urls: string[]; stop: () => Promise<unknown> }> {
  const program = start(folder, ['serve', '--port', '0', ...args], { env: { KALENDS_TOKEN: '' } })
  const ended = outputOf(program)
  let text = ''
  program.stdout.on('data', (chunk) => {
    text += chunk
  })
  while (!text.includes('Ctrl+C stops it.')) {
    const won = await Promise.race([once(program.stdout, 'data').then(() => undefined), ended])
    if (won !== undefined) throw new Error(won.errors)
  }
  const urls = [...text.matchAll(/(?<= )http:\/\/\S+$/gm)].map(([url]) => url)
  const stop = () => {
    program.kill('SIGTERM')
    return ended
  }
  return { urls, stop }
}

test('the addresses to try answer well on an empty calendar, and on a full one', async () => {
  const { url } = await serve(town())
  const folder = temporaryFolder()
  await reportOf(folder, ['import', url, '--database', 'town.sqlite'])
  const counts: number[] = []
  for (const database of ['memory', 'town.sqlite']) {
    const { urls, stop } = await guideOf(folder, ['--database', database])
    counts.push(urls.length)
    for (const one of urls) {
      const { status } = await fetch(one)
      expect({ database, one, status }).toEqual({ database, one, status: 200 })
    }
    expect(await stop()).toMatchObject({ code: 0, errors: '' })
  }
  const [empty = 0, full = 0] = counts
  expect(empty).toBeGreaterThan(8)
  expect(full).toBeGreaterThan(empty)
})

test('a fault while it serves is a line without a stack', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'pictures'))
  writeFileSync(join(folder, 'pictures', 'images.jsonl'), '{"key":"1","image":{"url":"no address"}}\n')
  const own = await serving(folder, ['--database', 'memory', '--images', 'pictures'])
  expect((await fetch(`${new URL(own.url).origin}/barn.png`)).status).toBe(500)
  own.program.kill('SIGTERM')
  const { code, errors } = await own.ended
  expect(code).toBe(0)
  expect(errors).toMatch(/^GET \/barn\.png: Invalid URL\n$/)
})

test('all of it is on, with nothing set', async () => {
  const folder = temporaryFolder()
  const place = ['--base-path', '/blog/wp-json', '--namespace', 'tribe/events/v1', '--title', 'Our town']
  const own = await serving(folder, place, { KALENDS_TOKEN: 'open-sesame' })
  const authorization = 'Bearer open-sesame'
  const root = own.url.slice(0, -'/tribe/events/v1'.length)
  const send = (url: string, body: unknown) =>
    read(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const me = await read(`${own.url}/me`, { headers: { authorization } })
  expect(me.body).toMatchObject({ features: { images: true, import: true, revisions: true } })
  const made = await send(`${own.url}/events`, {
    ...{ title: 'Fair', start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' },
  })
  const form = new FormData()
  form.set('file', new File([PICTURES['image/png']], 'bridge.png'))
  const image = await read(`${root}/wp/v2/media`, { method: 'POST', headers: { authorization }, body: form })
  expect(image).toMatchObject({ status: 201, body: { media_type: 'image' } })
  const file = await fetch(image.body.source_url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
  const changed = await send(`${root}/wp/v2/tribe_events/${made.body.id}`, { featured_media: image.body.id })
  expect(changed).toMatchObject({ status: 200, body: { featured_media: image.body.id } })
  const revisions = await read(`${own.url}/events/${made.body.id}/revisions`, { headers: { authorization } })
  expect(revisions.status).toBe(200)
  const { changes } = (await read(`${own.url}/changes`, { headers: { authorization } })).body
  expect(changes.length).toBeGreaterThan(0)
  expect((await read(`${root}/`)).body).toMatchObject({ name: 'Our town' })
  expect((await fetch(`${own.url}/embed.js`)).status).toBe(200)
  expect((await fetch(`${own.url}/editor`)).status).toBe(200)
  const feed = await fetch(`${new URL(own.url).origin}/blog/events/?ical=1`)
  expect(feed.headers.get('content-type')).toMatch(/^text\/calendar/)
  own.program.kill('SIGTERM')
  expect(await own.ended).toMatchObject({ code: 0, errors: '' })

  const off = await serving(folder, [...place, '--no-old-addresses'])
  expect((await fetch(`${off.url.slice(0, -'/tribe/events/v1'.length)}/wp/v2/tags`)).status).toBe(404)
  off.program.kill('SIGTERM')
  await off.ended
  const both = await kalends(folder, ['serve', '--old-addresses', '--no-old-addresses'])
  expect(both.errors).toContain('exclude each other')
})

test.each(['--port', 'PORT'])('a port that %s names and that is taken ends the program', async (by) => {
  const folder = temporaryFolder()
  const { port } = new URL((await serving(folder, [])).url)
  const args = ['serve', '--database', 'memory', ...(by === 'PORT' ? [] : ['--port', port])]
  const { code, output, errors } = await kalends(folder, args, by === 'PORT' ? { env: { PORT: port } } : {})
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toBe(`Port ${port} is taken. Choose another with --port, or 0 for any that is free.\n`)
})

test('where nobody names a port and 8080 is taken, the next free one is printed', async () => {
  const folder = temporaryFolder()
  const taken = createServer()
  // Whoever has it already takes it as well as we do.
  await new Promise<void>((resolve) =>
    taken.once('error', () => resolve()).listen(8080, '127.0.0.1', resolve),
  )
  onTestFinished(() => void taken.close())
  const program = start(folder, ['serve', '--json', '--database', 'memory'], { env: { PORT: '' } })
  const [line]: unknown[] = await once(program.stdout, 'data')
  expect(Number(new URL(JSON.parse(String(line)).url).port)).toBeGreaterThan(8080)
})

test('visitors have pages, where the home page leads; --no-site leaves them out', async () => {
  const folder = temporaryFolder()
  const own = await serving(folder, ['--database', 'memory', '--title', 'Our town'])
  const home = await fetch(`${new URL(own.url).origin}/`)
  expect([home.status, new URL(home.url).pathname]).toEqual([200, '/events/'])
  expect(await home.text()).toContain('<title>What’s on – Our town</title>')
  own.program.kill('SIGTERM')
  await own.ended
  const without = await serving(folder, ['--database', 'memory', '--no-site'])
  for (const path of ['/', '/events/'])
    expect((await fetch(`${new URL(without.url).origin}${path}`)).status).toBe(404)
  without.program.kill('SIGTERM')
  await without.ended
})
