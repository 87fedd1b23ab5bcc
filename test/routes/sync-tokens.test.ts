import { expect, test } from 'vitest'
import { type Asker, openCalendar } from './calendar.ts'

const DAY = { start_date: '2027-04-01 19:00', end_date: '2027-04-01 21:00' }

function open() {
  const calendar = openCalendar({ changes: true })
  const sync = async (token: string | undefined, as: Asker = 'visitor') => {
    const query = token === undefined ? '' : `?sync_token=${token}`
    const { body } = await calendar.ask('GET', `/changes${query}`, undefined, as)
    return { token: String(body.sync_token), changes: body.changes }
  }
  const draft = () => calendar.make('events', { ...DAY, title: 'Plan', status: 'draft' })
  return { ...calendar, sync, draft }
}

test('the token of a visitor stays while only drafts change, and that of an editor moves on', async () => {
  const { sync, draft, ask, make } = open()
  await make('events', { ...DAY, title: 'Fair' })
  const first = await sync(undefined)
  const editor = await sync(undefined, 'editor')
  const id = await draft()
  await ask('PATCH', `/events/${id}`, { title: 'Better plan' })
  expect(await sync(first.token)).toEqual({ token: first.token, changes: [] })
  expect((await sync(editor.token, 'editor')).token).not.toBe(editor.token)

  await ask('PATCH', `/events/${id}`, { status: 'publish' })
  const second = await sync(first.token)
  expect(second.changes).toMatchObject([{ kind: 'event', id, event: { title: 'Better plan' } }])
  expect(second.token).not.toBe(first.token)
  expect(await sync(second.token)).toEqual({ token: second.token, changes: [] })
})

test('the token moves on before its entries are removed, and when too many would be read again', async () => {
  const { sync, draft, api, setTime } = open()
  const first = await sync(undefined)
  await draft()
  setTime('2027-03-14T12:00:00Z')
  expect((await sync(first.token)).token).toBe(first.token)
  setTime('2027-03-16T12:00:00Z')
  const second = await sync(first.token)
  expect(second.token).not.toBe(first.token)
  setTime('2027-04-05T12:00:00Z')
  await api.deliver()
  expect(await sync(second.token)).toEqual({ token: second.token, changes: [] })

  for (let made = 0; made < 51; made++) await draft()
  expect((await sync(second.token)).token).not.toBe(second.token)
})
