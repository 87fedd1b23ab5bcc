import { createEventsApi, type EventsApi } from 'kalends'
import type { BunHost, toBunHandler } from 'kalends/adapters/bun'
import type { DenoHost, toDenoHandler } from 'kalends/adapters/deno'
import type { NextHost, toNextHandlers } from 'kalends/adapters/next'
import { type NodeHost, toNodeListener } from 'kalends/adapters/node'
import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expectTypeOf, test } from 'vitest'

type NodeArgument = Parameters<typeof toNodeListener>[0]
type DenoArgument = Parameters<typeof toDenoHandler>[0]
type BunArgument = Parameters<typeof toBunHandler>[0]
type NextArgument = Parameters<typeof toNextHandlers>[0]

describe('an adapter takes an API', () => {
  test('for its host', () => {
    expectTypeOf<EventsApi<NodeHost>>().toExtend<NodeArgument>()
    expectTypeOf<EventsApi<DenoHost>>().toExtend<DenoArgument>()
    expectTypeOf<EventsApi<BunHost>>().toExtend<BunArgument>()
    expectTypeOf<EventsApi<NextHost>>().toExtend<NextArgument>()
  })

  test('for any host', () => {
    expectTypeOf<EventsApi>().toExtend<NodeArgument & DenoArgument & BunArgument & NextArgument>()
    toNodeListener(createEventsApi(memoryStorage()))
    toNodeListener(createEventsApi(memoryStorage(), { authenticate: (_, _host) => null }))
  })

  test('that asks for no more than every host knows', () => {
    type Common = Pick<NodeHost, 'ip' | 'waitUntil'>
    expectTypeOf<EventsApi<Common>>().toExtend<NodeArgument & DenoArgument & BunArgument & NextArgument>()
  })

  test('with sessions and tokens that need nothing of the host', () => {
    const tokens = bearerTokens(memoryTokens())
    const options = [
      { authenticate: session(() => null) },
      { authenticate: session((_request) => ({ id: 1, role: 'editor' })) },
      {
        authenticate: firstOf(
          tokens.authenticate,
          session((_request) => null),
        ),
      },
      { authenticate: firstOf(tokens.authenticate, (_request) => null) },
    ] as const
    const inline = createEventsApi(memoryStorage(), {
      authenticate: session((request) => (request.headers.has('cookie') ? { id: 1, role: 'editor' } : null)),
    })
    const both = createEventsApi(memoryStorage(), {
      authenticate: firstOf(
        tokens.authenticate,
        session((_request) => null),
      ),
    })
    for (const api of [inline, both, ...options.map((one) => createEventsApi(memoryStorage(), one))]) {
      expectTypeOf(api).toExtend<NodeArgument & DenoArgument & BunArgument & NextArgument>()
    }
  })

  test('with sessions that read its host object', () => {
    const ofNode = session((_request, host: NodeHost | undefined) =>
      host?.ip === undefined ? null : { id: 1, role: 'editor' },
    )
    const tokens = bearerTokens(memoryTokens())
    for (const authenticate of [ofNode, firstOf(tokens.authenticate, ofNode)]) {
      const api = createEventsApi(memoryStorage(), { authenticate })
      expectTypeOf(api).toExtend<NodeArgument>()
      expectTypeOf(api).not.toExtend<BunArgument>()
    }
    const inline = createEventsApi(memoryStorage(), { authenticate: firstOf(tokens.authenticate, ofNode) })
    expectTypeOf(inline).toExtend<NodeArgument>()
    expectTypeOf(inline).not.toExtend<BunArgument>()
    const named = createEventsApi<NodeHost>(memoryStorage(), {
      authenticate: firstOf(
        tokens.authenticate,
        session((_request, host) => (host?.ip === undefined ? null : { id: 1, role: 'editor' })),
      ),
    })
    expectTypeOf(named).toExtend<NodeArgument>()
  })

  test('and not one for another host', () => {
    expectTypeOf<EventsApi<BunHost>>().not.toExtend<NodeArgument>()
    expectTypeOf<EventsApi<{ user: string }>>().not.toExtend<NodeArgument>()
    expectTypeOf<EventsApi<NodeHost>>().not.toExtend<DenoArgument>()
    expectTypeOf<EventsApi<NodeHost>>().not.toExtend<BunArgument>()
    expectTypeOf<EventsApi<DenoHost>>().not.toExtend<NextArgument>()
    // The address may be unknown, and an API that relies on it does not fit.
    expectTypeOf<EventsApi<{ ip: string }>>().not.toExtend<NodeArgument>()
  })
})
