import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { compileIn, newProject, settings } from './compile.ts'
import { generateHeyApi, heyApi } from './hey-api.ts'
import { stockedCalendar } from './parameters/calendar.ts'
import { type Call, callsOf } from './parameters/calls.ts'
import { type Operation, operationsOf } from './parameters/document.ts'
import { heyApiName, heyApiProgram, openapiFetchProgram } from './parameters/programs.ts'

/*
 * Every operation of the document with every parameter and every field, through generated clients: what the document
 * names is taken, does what the same request made by hand does, and its answer is as the document says.
 */

/** Nothing changes it. */
const stocked = await stockedCalendar()
const { there } = stocked
const text = await (await stocked.send('GET', '/doc?format=json')).text()
const document: unknown = JSON.parse(text)
const isRead = ({ method }: Operation): boolean => method === 'GET'
const all = operationsOf(document)
const operations = [...all.filter(isRead), ...all.filter((one) => !isRead(one))]
const calls = new Map(operations.map((operation) => [operation, callsOf(operation, there)]))

type Program = Readonly<{
  through: (send: (request: Request) => Promise<Response>) => void
  calls: Readonly<Record<string, readonly (() => Promise<unknown>)[]>>
}>

/** Says what is wrong with an answer of an operation; undefined if nothing is. */
type Check = (operation: Operation, answer: unknown) => string | undefined

/** The path and the query, as people write them: lists with commas. */
function byHand({ path }: Operation, call: Call): string {
  const query = Object.entries(call.query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  )
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(call.path[name])),
  )
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** Calls after which there is less than before. */
const isEnd = ({ method, path }: Operation, { about }: Call): boolean =>
  method === 'DELETE' || path.endsWith('/merge') || about.includes('DELETE')

/** Its answer is a report, of which the document does not tell: all other answers of the operation would get its type. */
const isDryRun = ({ about }: Call): boolean => about === 'dry_run=true'

/** Makes all calls, and says what is not as it should be. */
async function tour(program: Program, check: Check): Promise<string[]> {
  const faults: string[] = []
  let calendar = stocked
  for (const [operation, own] of calls) {
    if (operation.isUpload) continue
    if (!isRead(operation) && calendar === stocked) calendar = await stockedCalendar()
    for (const [at, call] of own.entries()) {
      const say = (what: string) => faults.push(`${operation.id} ${call.about}: ${what}`)
      if (operation.path.startsWith('/suggestions')) calendar.pass()
      let response = new Response(null, { status: 599 })
      program.through(async (request) => {
        response = await calendar.api.fetch(request)
        return response.clone()
      })
      await program.calls[operation.id]?.[at]?.()
      const answered = await response.text()
      if (!response.ok) say(`${response.status} ${answered}`)
      else if (
        operation.answer !== undefined &&
        !isDryRun(call) &&
        /json/.test(response.headers.get('content-type') ?? '')
      ) {
        const fault = check(operation, JSON.parse(answered))
        if (fault !== undefined) say(fault)
      }
      if (isRead(operation)) {
        const own = await calendar.send('GET', byHand(operation, call), undefined, headersOf(call))
        if ((await own.text()) !== answered) say('answers something else than the same request made by hand')
      }
      if (isEnd(operation, call)) calendar = await stockedCalendar()
    }
    if (operation.method === 'PATCH') calendar = await stockedCalendar()
  }
  return faults
}

const headersOf = ({ header }: Call): Record<string, string> =>
  Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)]))

/** What each of the programs exports. */
const imported = async (folder: string): Promise<Program> =>
  import(/* @vite-ignore */ join(folder, 'program.ts'))

test('openapi-typescript and openapi-fetch; answers are valid by JSON Schema', async () => {
  const folder = newProject({
    'schema.ts': astToString(await openapiTS(text)),
    'program.ts': openapiFetchProgram(calls),
  })
  expect(await compileIn(folder, 'typescript-5.9', settings.bundler)).toBe('')
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'openapi', ...Object(document) })
  const compiled = new Map<Operation, ValidateFunction>()
  const check: Check = (operation, value) => {
    const local = JSON.parse(JSON.stringify(operation.answer).replaceAll('"#/', '"openapi#/'))
    const validate = compiled.get(operation) ?? ajv.compile(local)
    compiled.set(operation, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
  expect(await tour(await imported(folder), check)).toEqual([])
})

test('hey-api; answers are valid by the schemas that it makes for zod', async () => {
  const folder = newProject({ 'document.json': text, 'program.ts': heyApiProgram(calls) })
  await generateHeyApi(folder, '@hey-api/typescript', '@hey-api/sdk', 'zod')
  expect(await compileIn(folder, 'typescript-5.9', heyApi)).toBe('')
  const schemas: unknown = await import(/* @vite-ignore */ join(folder, 'client/zod.gen.ts'))
  const check: Check = ({ id }, value) => {
    const name = heyApiName(id)
    const schema = Object(schemas)[`z${name.slice(0, 1).toUpperCase()}${name.slice(1)}Response`]
    const read = schema.safeParse(value)
    return read.success ? undefined : JSON.stringify(read.error.issues.slice(0, 3))
  }
  expect(await tour(await imported(folder), check)).toEqual([])
})

/** Parameters that change no answer here, and why. */
const SILENT: Readonly<Record<string, string>> = {
  context: 'is ignored',
  namespace: 'has one value',
  cursor: 'begins the list',
  page: 'has one that is never beyond the last',
  password: 'is nothing that an administrator needs',
  'X-Event-Password': 'is nothing that an administrator needs',
  sync_token: 'is of the same state',
  format: 'is that of a caller who prefers JSON',
}

test('every parameter of a read changes some answer', async () => {
  const silent = new Set<string>()
  for (const [operation, own] of calls) {
    if (!isRead(operation)) continue
    const ask = async (call: Call) => {
      const response = await stocked.send('GET', byHand(operation, call), undefined, headersOf(call))
      // Links and times of generation name the parameters themselves.
      return (await response.text()).replace(/"(next_|previous_)?rest_url":"[^"]*"/g, '')
    }
    const plain = new Map<string, string>()
    for (const { name, in: place } of operation.parameters) {
      if (place === 'path' || name in SILENT) continue
      const varied = own.filter(({ about }) => about.startsWith(`${name}=`))
      const answers = await Promise.all(
        varied.map(async (call) => {
          const without = { ...call, query: { ...call.query, [name]: undefined }, header: { ...call.header } }
          const { [name]: _own, ...query } = without.query
          const { [name]: _header, ...header } = without.header
          const bare = { ...call, query, header }
          const key = JSON.stringify([bare.path, query, header])
          if (!plain.has(key)) plain.set(key, await ask(bare))
          return (await ask(call)) !== plain.get(key)
        }),
      )
      if (!answers.includes(true)) silent.add(`${operation.id} ${name}`)
    }
  }
  expect([...silent]).toEqual([])
})
