import { createEventsApi, type EventsApi } from 'kalends'
import type { BunHost, toBunHandler } from 'kalends/adapters/bun'
import type { DenoHost, toDenoHandler } from 'kalends/adapters/deno'
import type { NextHost, toNextHandlers } from 'kalends/adapters/next'
import { type NodeHost, toNodeListener } from 'kalends/adapters/node'
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
