import { createEventsApi } from 'kalends'
import { toBunHandler } from 'kalends/adapters/bun'
import { toDenoHandler } from 'kalends/adapters/deno'
import { toNextHandlers } from 'kalends/adapters/next'
import { toNodeListener } from 'kalends/adapters/node'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'

/*
 * What somebody who writes JavaScript hands to an adapter by mistake. TypeScript refuses it, and an API that is made
 * for another host: test/types/hosts.test-d.ts.
 */

const api = createEventsApi(memoryStorage())

describe.each([toNodeListener, toDenoHandler, toBunHandler, toNextHandlers])('$name', (adapter) => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a function of the API', api.fetch],
    ['a promise of the API', Promise.resolve(api)],
    ['an object', { basePath: '/calendar' }],
  ])('throws a TypeError at once that names what is missing, given %s', (_, given) => {
    const adapt = () => Reflect.apply(adapter, undefined, [given])
    expect(adapt).toThrow(TypeError)
    expect(adapt).toThrow(`${adapter.name} takes the API that createEventsApi returns`)
    expect(adapt).toThrow('no function fetch')
  })

  test('takes an API', () => {
    expect(() => Reflect.apply(adapter, undefined, [api])).not.toThrow()
  })
})
