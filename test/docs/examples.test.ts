import ts from 'typescript'
import { expect, test } from 'vitest'
import tsconfig from '../../tsconfig.json' with { type: 'json' }
import { blocksOf, documentation } from './blocks.ts'

/*
 * Every function that users import has an example, which editors show. It stands in a page, where tests run it; those of
 * clients of databases, which a page has no server for, stand in none.
 */

const root = new URL('../..', import.meta.url).pathname

/** For authors of storages: the storages themselves, and the published suite, show how they are used. */
const FOR_AUTHORS = ['kalends/storage/contract', 'kalends/testing']

interface Exported {
  readonly name: string
  readonly file: string
  readonly example: string | undefined
}

/** The functions of each name that users import, each once. */
function exportedFunctions(): Exported[] {
  const entries = Object.entries(tsconfig.compilerOptions.paths)
  const { options } = ts.parseJsonConfigFileContent(tsconfig, ts.sys, root)
  const program = ts.createProgram(
    entries.map(([, [path = '']]) => `${root}${path}`),
    options,
  )
  const checker = program.getTypeChecker()
  const found = new Map<ts.Symbol, Exported>()
  for (const [name, [path = '']] of entries) {
    if (FOR_AUTHORS.includes(name)) continue
    const source = program.getSourceFile(`${root}${path}`)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    for (const one of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one
      const isFunction =
        (symbol.flags & ts.SymbolFlags.Value) !== 0 &&
        checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0
      if (!isFunction) continue
      const example = symbol.getJsDocTags(checker).find((tag) => tag.name === 'example')
      found.set(symbol, {
        name: `${name}: ${one.name}`,
        file: symbol.declarations?.[0]?.getSourceFile().fileName.replace(root, '') ?? '',
        example: ts.displayPartsToString(example?.text).match(/```ts\n([\s\S]*?)\n```/)?.[1],
      })
    }
  }
  return [...found.values()]
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** Whether the lines stand in the block, in this order. */
function standsIn(lines: readonly string[], block: readonly string[]): boolean {
  let at = 0
  for (const line of block) if (line === lines[at]) at++
  return at === lines.length
}

const all = exportedFunctions()

test('every function that users import has an example', () => {
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
})

test('each example stands in a page', () => {
  const blocks = documentation.flatMap(blocksOf).map(({ text }) => linesOf(text))
  const own = all.filter(({ file }) => !/^adapters\/(sql|key-value)\//.test(file))
  const lost = own.filter(({ example = '' }) => !blocks.some((block) => standsIn(linesOf(example), block)))
  expect(lost.map(({ name }) => name)).toEqual([])
})
