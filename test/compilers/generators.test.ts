import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createEventsApi } from 'kalends'
import { basicPasswords, bearerTokens, firstOf, memoryPasswords, memoryTokens } from 'kalends/auth'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { PICTURES } from '../setup/pictures.ts'
import { compileIn, newProject, settings } from './compile.ts'
import { generateHeyApi, heyApi } from './hey-api.ts'

/*
 * Clients that generators make of the OpenAPI document, with their default settings: a program that uses one for all
 * that a client does is compiled, then run.
 */

const PRINCIPAL = { id: 7, role: 'editor' } as const

/** A calendar, a token for it, and its document. */
async function calendar() {
  const tokens = bearerTokens(memoryTokens())
  const storage = memoryStorage()
  const api = createEventsApi(storage, {
    images: { store: databaseImages(storage) },
    authenticate: firstOf(tokens.authenticate, basicPasswords(memoryPasswords()).authenticate),
    now: () => new Date('2027-03-01T12:00:00Z'),
    changes: true,
    embed: true,
  })
  const { token } = await tokens.issue({ principal: PRINCIPAL })
  const response = await api.fetch(new Request(`http://localhost${api.basePath}/doc?format=json`))
  return { api, token, document: await response.text() }
}

/** A program: `tour` uses a client and returns what came of it. It is text, because what it imports is generated. */
const program = (name: string) => readFileSync(new URL(`clients/${name}.txt`, import.meta.url), 'utf8')

async function tour(folder: string, { api, token }: Awaited<ReturnType<typeof calendar>>): Promise<unknown> {
  const made = await import(/* @vite-ignore */ join(folder, 'program.ts'))
  return made.tour(api.fetch, token, new Blob([PICTURES['image/png']]))
}

/** What both programs find. */
const OUTCOME = {
  flags: { all_day: true, featured: true, sticky: true, show_map: true },
  title: 'Opening, moved',
  sameAfterRoundTrip: true,
  bySlug: 'free',
  kinds: ['Hall 2', 'Friends 2', 'Music 2', 'loud 2'],
  listed: ['Opening, moved'],
  media: ['Bridge', ['medium']],
  refused: { code: 'rest_invalid_param', params: ['end_date'] },
  deleted: 'trash',
  unknown: 'rest-event-not-found',
}

test('openapi-typescript and openapi-fetch create, change, list and delete', async () => {
  const made = await calendar()
  const folder = newProject({
    'schema.ts': astToString(await openapiTS(made.document)),
    'program.ts': program('openapi-fetch'),
  })
  expect(await compileIn(folder, 'typescript-5.9', settings.bundler)).toBe('')
  expect(await tour(folder, made)).toEqual(OUTCOME)
})

test('hey-api creates, changes, lists and deletes', async () => {
  const made = await calendar()
  const folder = newProject({ 'document.json': made.document, 'program.ts': program('hey-api') })
  await generateHeyApi(folder)
  expect(await compileIn(folder, 'typescript-5.9', heyApi)).toBe('')
  expect(await tour(folder, made)).toEqual(OUTCOME)
})

test('a program that leaves out what is required does not compile, with either', async () => {
  const { document } = await calendar()
  const folder = newProject({
    'document.json': document,
    'schema.ts': astToString(await openapiTS(document)),
    'program.ts': `
import type { operations } from './schema'
import type { CreateEventData } from './client'
export const one: operations['createEvent']['requestBody']['content']['application/json'] = { title: 'x' }
export const other: CreateEventData['body'] = { title: 'x' }
`,
  })
  await generateHeyApi(folder)
  const faults = await compileIn(folder, 'typescript-5.9', heyApi)
  expect(faults.match(/program\.ts\(\d+/g)).toEqual(['program.ts(4', 'program.ts(5'])
})

test('the recommended rules of redocly find no error', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const lint = async (source: string) =>
    (await lintFromString({ source, absoluteRef: 'openapi.json', config }))
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId }) => ruleId)
  const { document } = await calendar()
  expect(await lint(document)).toEqual([])
  const open = createEventsApi(memoryStorage())
  const response = await open.fetch(new Request(`http://localhost${open.basePath}/doc?format=json`))
  expect(await lint(await response.text())).toEqual([])
  expect(await lint(document.replace('"security":[{"bearer":[]}', '"security":[{"nobody":[]}'))).toContain(
    'security-defined',
  )
})
