import { expect, test } from 'vitest'
import { expectAlive } from './alive.ts'
import { type Endpoint, endpointsOf } from './generate/endpoints.ts'
import { jsonShot, queryShot } from './generate/shots.ts'
import { PROPERTY_NAMES } from './generate/values.ts'
import { COLLECTIONS, type Ids } from './stock.ts'
import { LEAST } from './themes/theme.ts'
import { openWorld } from './world.ts'

/*
 * An object that a client sends may have members of any name. Code that measures or converts a value before it knows
 * its type finds them in place of the properties of a text or a list.
 */

/** Members that are nothing, an object without conversions, and objects whose conversions are no functions. */
const MEMBERS: readonly unknown[] = [null, {}, { toString: null, valueOf: null }]

const OBJECTS = PROPERTY_NAMES.flatMap((name) => MEMBERS.map((member) => ({ [name]: member })))

/** The value where the name says, and inside an inline venue or organizer. */
function shotsOf(endpoint: Endpoint, ids: Ids) {
  const { method, path, names } = endpoint
  const collection = COLLECTIONS.find((one) => path.startsWith(`/${one}`))
  const least = method === 'POST' && collection !== undefined ? LEAST[collection] : {}
  const at = path
    .replace('{id}', String(collection === undefined ? 1 : ids[collection][0]))
    .replace('{slug}', 'hall-0')
  const bare = { method, path: at, as: 'editor' } as const
  return names.flatMap((name) =>
    OBJECTS.map((value) =>
      method === 'GET' || method === 'DELETE'
        ? queryShot(bare, { [name]: value })
        : jsonShot(bare, { ...least, [name]: value }),
    ),
  )
}

test('every parameter takes an object whose members are named as properties for an object', async () => {
  const world = await openWorld()
  // POST and PUT of a record are PATCH.
  const endpoints = (await endpointsOf(world)).filter(
    ({ method, path }) => method !== 'PUT' && !(method === 'POST' && path.includes('{')),
  )
  const faults: string[] = []
  let sent = 0
  for (const shot of endpoints.flatMap((endpoint) => shotsOf(endpoint, world.ids))) {
    sent++
    await world.range.fire(shot).catch((error) => faults.push(String(error)))
  }
  expect(sent).toBeGreaterThan(3_000)
  expect(faults.slice(0, 5), `${faults.length} of ${sent}`).toEqual([])
  await expectAlive(world)
})

test.each(['venue', 'organizer'] as const)('so does every field of an inline %s', async (kind) => {
  const world = await openWorld()
  const fields = (await endpointsOf(world)).find(
    ({ method, path }) => method === 'POST' && path === `/${kind}s`,
  )
  const names = fields?.names ?? []
  const faults: string[] = []
  for (const name of names) {
    for (const value of OBJECTS) {
      const inline = { [kind]: 'House', [name]: value }
      const shot = jsonShot(
        { method: 'POST', path: '/events', as: 'editor' },
        { ...LEAST.events, [kind]: inline },
      )
      await world.range.fire(shot).catch((error) => faults.push(String(error)))
    }
  }
  expect(names).toContain('phone')
  expect(faults.slice(0, 5), `${faults.length}`).toEqual([])
})
