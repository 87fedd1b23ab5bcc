import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEventsApi } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import tsconfig from '../../tsconfig.json' with { type: 'json' }

/*
 * The OpenAPI document as types, made by a generator that knows nothing of ours, and the claims of `client-claims.ts`
 * held against them by TypeScript's checker; once with the document as it is, once for each of some faults put into it.
 */

const root = new URL('../..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'kalends-client-'))

type Text = (text: string) => string

/** What is changed in the document's text, and which claims that must break. */
const FAULTS: Readonly<Record<string, { change: Text; broken: readonly string[] }>> = {
  none: { change: (text) => text, broken: [] },
  'a filter less': {
    change: (text) => text.replaceAll('"name":"ticketed"', '"name":"ticket"'),
    broken: ['events are listed by EventFilters'],
  },
  'a filter that takes a word less': {
    change: (text) => text.replace('"enum":["event_date","start_date",', '"enum":["start_date",'),
    broken: ['events are listed by EventFilters'],
  },
  'a field more': {
    change: (text) =>
      text.replace('"TagInput":{"type":"object","properties":{', '$&"colour":{"type":"string"},'),
    broken: ['a tag is created from TagInput', 'a tag is changed by any of them'],
  },
  'a field of another type': {
    change: (text) => text.replace(/("CategoryInput":.*?"slug":\{"type":)"string"/, '$1"number"'),
    broken: ['a category is created from CategoryInput', 'a category is changed by any of them'],
  },
  'a field that is not required': {
    change: (text) => text.replace('"required":["title","start_date","end_date"]', '"required":["title"]'),
    broken: ['an event is created from EventInput'],
  },
  'an answer of another type': {
    change: (text) => text.replace(/("CostDetails":.*?"currency_symbol":\{"type":)"string"/, '$1"number"'),
    broken: ['changes are answered', 'events are answered', 'lists of events are answered'],
  },
  'an answer with a key less': {
    change: (text) => text.replace(/("Term":\{"type":"object","properties":\{.*?)"count":\{.*?\},/, '$1'),
    broken: [
      'categories are answered',
      'tags are answered',
      'changes are answered',
      'lists of categories are answered',
      'lists of tags are answered',
    ],
  },
  'an unknown code': {
    change: (text) => text.replace('`term_exists`', '`term_is_there`'),
    broken: ['every code of the document is an ErrorCode'],
  },
  'a code less': {
    change: (text) => text.replaceAll('`duplicate_term_slug`: ', ''),
    broken: ['every ErrorCode is in the document'],
  },
  'an operation less': {
    change: (text) => text.replace('"operationId":"deleteVenueBySlug"', '"operationId":"burnVenue"'),
    broken: ['venues are answered'],
  },
}

const fileOf = (name: string) => `${folder}/${name.replaceAll(' ', '-')}.ts`
let program: ts.Program

beforeAll(async () => {
  const api = createEventsApi(memoryStorage(), {
    changes: true,
    images: { store: databaseImages(memoryStorage()) },
    sources: { fetch: () => Promise.reject(new Error('nothing is read')) },
    suggestions: { author: 1 },
  })
  const text = await (await api.fetch(new Request(`http://localhost${api.basePath}/doc`))).text()
  for (const [name, { change }] of Object.entries(FAULTS)) {
    const changed = change(text)
    expect(changed === text, `${name}: the fault is found in the document`).toBe(name === 'none')
    const types = await openapiTS(changed)
    // The document names codes in the descriptions of its answers, as `code`: meaning.
    const codes = [...new Set([...changed.matchAll(/`([\w-]+)`: /g)].map(([, code = '']) => `'${code}'`))]
    writeFileSync(
      fileOf(name),
      [
        `import type { Broken } from '${root}test/types/client-claims.ts'`,
        astToString(types),
        `export type All = Broken<operations, ${codes.join(' | ')}>`,
      ].join('\n'),
    )
  }
  symlinkSync(`${root}node_modules`, `${folder}/node_modules`)
  const config = ts.parseJsonConfigFileContent({ ...tsconfig, include: [] }, ts.sys, root)
  program = ts.createProgram(Object.keys(FAULTS).map(fileOf), { ...config.options, types: [] })
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** The words of the union that a file exports as `All`. */
function wordsOf(file: string): string[] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file) ?? expect.unreachable(`no ${file}`)
  const symbol = checker.getSymbolAtLocation(source)?.exports?.get(ts.escapeLeadingUnderscores('All'))
  const type = checker.getDeclaredTypeOfSymbol(symbol ?? expect.unreachable('no type'))
  if (type.flags & ts.TypeFlags.Never) return []
  return (type.isUnion() ? type.types : [type]).map((one) =>
    one.isStringLiteral() ? one.value : expect.unreachable(checker.typeToString(one)),
  )
}

test.each(Object.entries(FAULTS))('what a document with this fault breaks: %s', (name, { broken }) => {
  expect(wordsOf(fileOf(name)).sort()).toEqual([...broken].sort())
})

test('all of it type-checks', () => {
  const files = [...Object.keys(FAULTS).map(fileOf), `${root}test/types/client-claims.ts`]
  const messages = files.flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  )
  expect(messages).toEqual([])
})
