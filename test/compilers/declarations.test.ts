import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { compile, compilers, settings } from './compile.ts'

/*
 * The declarations of the package, with the compilers that its users have, and without `skipLibCheck`: a fault in them
 * would be an error in the user's project.
 */

const entries = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json')
  .map((path) => `${manifest.name}${path.slice(1)}`)
const importing = (names: readonly string[]) => ({
  'all.ts': names.map((name, index) => `export * as entry${index} from '${name}'\n`).join(''),
})

test('TypeScript 5.4 is the oldest that is tried, 7 the newest', () => {
  expect(compilers).toEqual(['typescript-5.4', 'typescript-5.9', 'typescript-6', 'typescript-7'])
})

describe.each(compilers)('%s', (compiler) => {
  test('compiles all of the package for Node', async () => {
    expect(await compile(compiler, importing(entries), settings.node)).toBe('')
  })

  test('compiles all but the Node adapter without the types of Node', async () => {
    const others = entries.filter((name) => name !== 'kalends/adapters/node')
    expect(await compile(compiler, importing(others), settings.bundler)).toBe('')
  })

  test('infers custom fields, from the API to the client', async () => {
    const program = `
import { createEventsApi, type StandardSchema } from 'kalends'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
declare const number: StandardSchema<string, number>
const api = createEventsApi(memoryStorage(), {
  customFields: { event: { capacity: { schema: number, feed: 'X-CAPACITY' } }, venue: { seats: number } },
  onChange: ({ kind, after }) => (kind === 'event' ? after?.custom_fields.capacity?.toFixed() : ''),
})
const client = createClient<typeof api>({ baseUrl: 'http://localhost' })
const event = await client.events.update(1, { custom_fields: { capacity: '5' }, venue: { id: 7 } })
const capacity: number | undefined = event.custom_fields.capacity
export const seats: number | undefined = event.venue[0]?.custom_fields.seats ?? capacity
// @ts-expect-error: it is no list
void client.events.update(1, { custom_fields: { capacity: [] } })
`
    expect(await compile(compiler, { 'fields.ts': program }, settings.bundler)).toBe('')
  })

  test('finds a fault where there is one', async () => {
    const fault = { 'fault.ts': "import { createEventsApi } from 'kalends'\ncreateEventsApi(1)\n" }
    expect(await compile(compiler, fault, settings.bundler)).toContain('fault.ts')
  })
})
