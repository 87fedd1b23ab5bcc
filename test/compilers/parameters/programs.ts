import type { Call } from './calls.ts'
import type { Operation } from './document.ts'

/*
 * Programs that make calls through generated clients, as text: what they import is generated. Each exports `calls`, the
 * calls of each operation by its ID, and `through`, which says where their requests go.
 */

type Calls = ReadonlyMap<Operation, readonly Call[]>

const BASE = 'http://localhost/vendor/events/v1'

/** Without what is empty. */
const filled = (parts: Readonly<Record<string, object | undefined>>): object =>
  Object.fromEntries(
    Object.entries(parts).filter(([, part]) => part !== undefined && Object.keys(part).length > 0),
  )

const bodyPart = ({ body }: Call): object => (body === undefined ? {} : { body })

/** Forms with files are tested by themselves. */
const inJson = (calls: Calls) => [...calls].filter(([{ isUpload }]) => !isUpload)

const THROUGH = `
let send: (request: Request) => Promise<Response>
export function through(next: typeof send): void {
  send = next
}
`

export function openapiFetchProgram(calls: Calls): string {
  const parts = inJson(calls).map(([{ id, method, path, answer }, own]) => {
    const inits = own.map((call) => {
      const { path, query, header } = call
      return JSON.stringify({ ...filled({ params: filled({ path, query, header }) }), ...bodyPart(call) })
    })
    // The documentation is also a page.
    const init =
      answer === undefined || id === 'readDocumentation' ? "{ ...init, parseAs: 'stream' as const }" : 'init'
    return `  ${id}: (() => {
    const inits: FetchOptions<paths['${path}']['${method.toLowerCase()}']>[] = [${inits.join(',\n')}]
    return inits.map((init) => () => client.${method}('${path}', ${init}))
  })(),`
  })
  return `
import createClient, { type FetchOptions } from 'openapi-fetch'
import type { paths } from './schema'
${THROUGH}
const client = createClient<paths>({ baseUrl: '${BASE}', fetch: (request: Request) => send(request) })
export const calls = {
${parts.join('\n')}
}
`
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** `updateEventWithPOST` is `updateEventWithPost` there. */
export const heyApiName = (id: string): string =>
  id.replace(/With(PUT|POST)$/, (_all, method: string) => `With${capital(method.toLowerCase())}`)

export function heyApiProgram(calls: Calls): string {
  const parts = inJson(calls).map(([{ id }, own]) => {
    const name = heyApiName(id)
    const inits = own.map((call) => {
      const { path, query, header: headers } = call
      return JSON.stringify({ ...filled({ path, query, headers }), ...bodyPart(call) })
    })
    return `  ${id}: (() => {
    const inits: sdk.Options<types.${capital(name)}Data>[] = [${inits.join(',\n')}]
    return inits.map((init) => () => sdk.${name}(init))
  })(),`
  })
  return `
import * as sdk from './client/sdk.gen'
import type * as types from './client/types.gen'
import { client } from './client/client.gen'
${THROUGH}
client.setConfig({ baseUrl: '${BASE}', fetch: (input, init) => send(new Request(input, init)) })
export const calls = {
${parts.join('\n')}
}
`
}
