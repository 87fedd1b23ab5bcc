import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, temporaryFolder } from '../examples/program.ts'
import { serve } from '../move/old-site.ts'
import { town } from '../move/town.ts'
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

  const place = ['--base-path', '/wp-json', '--namespace', 'tribe/events/v1', '--old-addresses']
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
