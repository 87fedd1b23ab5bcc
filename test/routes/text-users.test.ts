import type { Principal } from 'kalends'
import { describe, expect, test } from 'vitest'
import { userKey } from '../../src/core/domain/records/user-id.ts'
import { eventOf, expectRefusal, expectWrong, idOf, openCalendar, titles } from './calendar.ts'

/** A calendar whose callers say who they are. */
function openFor(isAuthor: (id: number | string) => boolean = () => true) {
  const asked: unknown[] = []
  const { api } = openCalendar({
    isAuthor: (id) => {
      asked.push(id)
      return isAuthor(id)
    },
  })
  async function ask(caller: Principal, method: string, path: string, body?: unknown, key?: string) {
    const response = await api.as(caller)(
      new Request(`https://calendar.example${api.basePath}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text }
  }
  return { ask, asked }
}

const ADA: Principal = { id: 'user_2ab', role: 'author' }
const EDITOR: Principal = { id: 'user_1aa', role: 'editor' }
const DRAFT = eventOf({ status: 'draft' })

describe('users whose IDs are texts', () => {
  test('own what they write, and nobody else reads it', async () => {
    const { ask } = openFor()
    const made = await ask(ADA, 'POST', '/events', DRAFT)
    expect([made.status, made.body.author]).toEqual([201, 'user_2ab'])
    const path = `/events/${idOf(made.body)}`
    expect((await ask(ADA, 'PATCH', path, { title: 'Mine' })).status).toBe(200)
    for (const id of ['user_2AB', 'user_2a', 2, 'user_2ab_']) {
      const other: Principal = { id, role: 'author' }
      expectRefusal(await ask(other, 'GET', path), 403, 'event-not-accessible')
      expectRefusal(await ask(other, 'PATCH', path, { title: 'Yours' }), 403, 'rest_forbidden')
      expect(titles(await ask(other, 'GET', '/events?status=draft'))).toEqual([])
    }
    expect(titles(await ask(ADA, 'GET', '/events?status=draft'))).toEqual(['Mine'])
  })

  test('are named as author in bodies, and isAuthor gets the ID that was sent', async () => {
    const { ask, asked } = openFor((id) => id !== 'nobody')
    const made = await ask(EDITOR, 'POST', '/events', { ...DRAFT, author: 'user_2ab' })
    expect([made.status, made.body.author]).toEqual([201, 'user_2ab'])
    const path = `/events/${idOf(made.body)}`
    expect((await ask(ADA, 'PATCH', path, { title: 'Mine' })).body.author).toBe('user_2ab')
    expectWrong(await ask(EDITOR, 'PATCH', path, { author: 'nobody' }), 'author')
    for (const author of ['a b', '<b>', '', '0', -1, 1.5, ['x']])
      expectWrong(await ask(EDITOR, 'PATCH', path, { author }), 'author')
    expect((await ask(EDITOR, 'PATCH', path, { author: '7' })).body.author).toBe('7')
    expect(asked).toEqual(['user_2ab', 'nobody', 7])
    expectRefusal(await ask(ADA, 'PATCH', path, { title: 'Mine' }), 403, 'rest_forbidden')
  })

  test('have idempotency keys of their own', async () => {
    const { ask } = openFor()
    const ids = []
    for (const id of ['user_2ab', 'user_2ac', 7, '7', 'user_2ab']) {
      const made = await ask({ id, role: 'author' }, 'POST', '/events', DRAFT, 'key-1')
      ids.push(idOf(made.body))
    }
    const [first, second, third] = ids
    expect(ids).toEqual([first, second, third, third, first])
    expect(new Set(ids).size).toBe(3)
  })

  test('do not read what another user with the same key hides', async () => {
    const { ask } = openFor()
    const twin: Principal = { id: userKey('user_2ab'), role: 'author' }
    expect(userKey(twin.id)).toBe(userKey('user_2ab'))
    const feeds = ['/events.ics?status=draft', '/events.rss?status=draft']
    const secret = { title: 'Secret', status: 'draft' }
    const made = await ask(
      ADA,
      'POST',
      '/events',
      eventOf({ ...secret, venue: { venue: 'Den', status: 'draft' } }),
    )
    expectRefusal(await ask(twin, 'GET', `/events/${idOf(made.body)}`), 403, 'event-not-accessible')
    for (const path of [
      '/events?status=draft',
      '/events?search=secret&status=draft',
      '/venues?status=draft',
      ...feeds,
    ]) {
      expect((await ask(ADA, 'GET', path)).text).toMatch(/Secret|Den/)
      const seen = await ask(twin, 'GET', path)
      expect(seen.status).toBe(200)
      expect(seen.text).not.toMatch(/Secret|Den/)
    }
  })
})
