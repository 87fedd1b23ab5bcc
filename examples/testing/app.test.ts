import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, isClientError } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { createApp } from './app.ts'

/*
 * The app in this process: no port, no network, no mocks. Each test has a calendar of its own, and a clock that stands
 * at a moment of its choice, so that what passes today passes next year.
 */

const USERS = { director: { id: 1, role: 'editor' }, intern: { id: 2, role: 'contributor' } } as const

async function open(now = '2031-03-03T12:00:00Z') {
  const clock = { now: new Date(now) }
  const app = createApp({
    storage: memoryStorage(),
    now: () => clock.now,
    userOf: (session) => (session === 'director' || session === 'intern' ? USERS[session] : undefined),
  })
  await app.api.migrate()
  /** Asks the app as its front end does, with the session of a user. */
  const as = (session: string) =>
    createClient({
      baseUrl: `http://theatre.example${app.api.basePath}`,
      fetch: app.fetch,
      headers: { cookie: `session=${session}` },
    })
  const page = async () => (await app.fetch(new Request('http://theatre.example/'))).text()
  return { clock, as, page }
}

/** As much of a show as a test does not care about. */
const show = (title: string, day: string) => ({
  title,
  start_date: `${day} 19:30`,
  end_date: `${day} 22:00`,
  venue: { venue: 'Great stage' },
})

test('an empty house says so', async () => {
  const { page } = await open()
  assert.equal(await page(), 'The house is closed.')
})

test('the programme has the shows of the next seven days, in their order', async () => {
  const { as, page } = await open('2031-03-03T12:00:00Z')
  const { events } = as('director')
  await events.create(show('Woyzeck', '2031-03-09'))
  await events.create(show('Nora', '2031-03-04'))
  await events.create(show('Faust', '2031-03-11'))
  await events.create(show('Medea', '2031-03-01'))
  assert.equal(await page(), '2031-03-04 19:30:00 Nora\n2031-03-09 19:30:00 Woyzeck')
})

test('time passes when the test says so', async () => {
  const { as, clock, page } = await open('2031-03-03T12:00:00Z')
  await as('director').events.create(show('Faust', '2031-03-11'))
  assert.equal(await page(), 'The house is closed.')
  clock.now = new Date('2031-03-05T12:00:00Z')
  assert.equal(await page(), '2031-03-11 19:30:00 Faust')
})

test('what an intern proposes waits for the director', async () => {
  const { as, page } = await open()
  const proposed = await as('intern').events.create({ ...show('Cats', '2031-03-05'), status: 'publish' })
  assert.equal(proposed.status, 'pending')
  assert.equal(await page(), 'The house is closed.')
  await as('director').events.update(proposed.id, { status: 'publish' })
  assert.equal(await page(), '2031-03-05 19:30:00 Cats')
})

test('a session that is over writes nothing', async () => {
  const { as } = await open()
  await assert.rejects(as('yesterday').events.create(show('Nora', '2031-03-04')), (error) =>
    isClientError(error, 'rest_forbidden'),
  )
})
