import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../setup/programs.ts'
import { run } from './command.ts'
import { temporaryFolder } from './program.ts'

const start = async (database: string) => {
  const program = run('express', { PORT: String(await freePort()), DATABASE: database })
  const base = await program.printed(/(?<=calendar at )\S+/)
  return { program, base, origin: new URL(base).origin }
}

async function logIn(origin: string, name: string): Promise<string> {
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    body: new URLSearchParams({ name }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  return response.headers.get('set-cookie')?.split(';', 1)[0] ?? expect.unreachable('no cookie')
}

const dates = { start_date: 'tomorrow 19:00', end_date: 'tomorrow 21:00' }

/** As the form of the page sends it. */
const add = async (base: string, title: string, headers: Record<string, string>) => {
  const body = new URLSearchParams({ status: 'publish', title, ...dates })
  const response = await fetch(`${base}/events`, { method: 'POST', body, headers })
  return { status: response.status, text: await response.text() }
}

test('the calendar asks the session of the app, and the app goes on as before', async () => {
  const folder = temporaryFolder()
  const first = await start(join(folder, 'town.sqlite'))
  const page = async () => (await fetch(first.origin)).text()
  expect(await page()).toContain('action="/login"')
  expect((await fetch(`${first.origin}/login`, { method: 'POST' })).status).toBe(401)
  expect((await fetch(`${first.origin}/elsewhere`)).status).toBe(404)

  expect(await add(first.base, 'Uninvited', {})).toMatchObject({ status: 401 })
  expect(await add(first.base, 'Uninvited', { cookie: 'session=invented' })).toMatchObject({ status: 401 })

  const ada = await logIn(first.origin, 'ada')
  const created = await add(first.base, 'Choir & <em>band</em>', { cookie: `theme=dark; ${ada}` })
  expect(created).toMatchObject({ status: 201 })
  expect(JSON.parse(created.text)).toMatchObject({ status: 'publish', author: '1' })
  expect(await page()).toContain('Choir &amp; <em>band</em></li>')

  const bob = await logIn(first.origin, 'bob')
  const waiting = await add(first.base, 'Jumble sale', { cookie: bob })
  expect(JSON.parse(waiting.text)).toMatchObject({ status: 'pending', author: '2' })
  expect(await page()).not.toContain('Jumble sale')

  await first.program.stop()
  const second = await start(join(folder, 'town.sqlite'))
  expect(await (await fetch(second.origin)).text()).toContain('Choir &amp; <em>band</em></li>')
})

test('another site cannot write with the cookie of its visitor', async () => {
  const { base, origin } = await start(':memory:')
  const cookie = await logIn(origin, 'ada')
  const forged = { cookie, 'sec-fetch-site': 'cross-site' }
  expect(await add(base, 'Forged', forged)).toEqual({ status: 403, text: 'Forbidden' })
  expect(await add(base, 'Own', { cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 201 })
  const read = await fetch(`${base}/events`, { headers: forged })
  expect(await read.json()).toMatchObject({ total: 1, events: [{ title: 'Own' }] })
})

test('the documentation that the page links to is there', async () => {
  const { origin } = await start(':memory:')
  const page = await (await fetch(origin)).text()
  const [, path = ''] = /href="([^"]+)"/.exec(page) ?? []
  const documentation = await fetch(new URL(path, origin))
  expect(documentation.status).toBe(200)
  expect(documentation.headers.get('content-type')).toMatch(/^text\/html/)
})
