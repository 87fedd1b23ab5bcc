import { describe, expect, test } from 'vitest'
import { expectRefusal, openCalendar } from './calendar.ts'
import { GOOD, json } from './sending.ts'

test('who may not change a record does not learn its version either', async () => {
  const { make, send } = openCalendar()
  const id = await make('events', GOOD)
  for (const etag of ['"1.x"', '"2.x"']) {
    for (const method of ['DELETE', 'POST', 'PUT', 'PATCH']) {
      const init = { method, headers: { 'if-match': etag } }
      expectRefusal(await send(`/events/${id}`, init, 'contributor'), 403, 'rest_forbidden')
    }
  }
})

describe('a body that is too large', () => {
  test('is let go, so that its client need not send the rest', async () => {
    const { send } = openCalendar({ limits: { body: 100 } })
    let reason: unknown = 'none yet'
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(60))),
        cancel: (given) => {
          reason = given
        },
      },
      { highWaterMark: 0 },
    )
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: json, body, duplex: 'half' }
    expectRefusal(await send('/events', init), 413, 'rest_body_too_large')
    expect(reason).toBeUndefined()
  })

  test('that cannot be let go is refused all the same', async () => {
    const { send } = openCalendar({ limits: { body: 100 } })
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(60))),
      cancel: () => Promise.reject(new Error('stuck')),
    })
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: json, body, duplex: 'half' }
    expectRefusal(await send('/events', init), 413, 'rest_body_too_large')
  })
})
