import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerFiles } from '../../scripts/answers.ts'
import { outputOf } from '../setup/programs.ts'
import { EDITS, withEdit } from './new-field/edits.ts'

/*
 * A new field is a row, its names outside, and its types: in a copy of the sources that has three new ones. None of their
 * lines can be forgotten: without it, something does not compile.
 */

const root = new URL('../..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
const inCopy = (file: string) => join(folder, file)
const COPIED = [
  'src',
  'adapters',
  ...['routes', 'setup', 'move', 'series', 'types', 'sources', 'mcp'].map((of) => `test/${of}`),
]
const TYPE_TEST = inCopy('test/types/public.test-d.ts')
const edits = Object.values(EDITS).flat()

beforeAll(() => {
  for (const file of [...COPIED, 'tsconfig.json', 'vitest.config.ts', 'package.json'])
    cpSync(join(root, file), inCopy(file), { recursive: true })
  symlinkSync(join(root, 'node_modules'), inCopy('node_modules'))
  cpSync(join(root, 'test/fields/new-field/behaviour.ts'), inCopy('test/fields/new-field/behaviour.test.ts'))
  for (const edit of edits)
    writeFileSync(inCopy(edit.file), withEdit(readFileSync(inCopy(edit.file), 'utf8'), edit))
  // As `npm run docs` does.
  for (const [file, text] of answerFiles(`${folder}/`)) writeFileSync(inCopy(file), text)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(Object.entries(EDITS))('%s is written in three files', (_name, own) => {
  expect(new Set(own.map(({ file }) => file)).size).toBeLessThanOrEqual(3)
})

test('the fields do all that a field does, and dates of a series have their own', async () => {
  const files = ['test/fields/new-field/behaviour.test.ts', 'test/series/own-values.test.ts']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=quick', '--reporter=verbose', ...files]
  const child = spawn(process.execPath, vitest, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
  const { code, output, errors } = await outputOf(child)
  expect(code, output + errors).toBe(0)
  for (const name of ['accessible', 'level']) expect(output).toContain(`keeps for itself > ${name}`)
})

// —— The compiler ————————————————————————————————————————————————————————————————————————————————————————————————

let whole: ts.Program
let first: readonly string[]

/** The program with another text of one file. All other files are taken from `before`. */
function programOf(changed?: { file: string; text: string }, before?: ts.Program): ts.Program {
  const parsed = ts.getParsedCommandLineOfConfigFile(inCopy('src/tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expect.unreachable(String(messageText)),
  })
  const { options, fileNames } = parsed ?? expect.unreachable('no configuration')
  const all = { ...options, types: ['node'] }
  const host = ts.createCompilerHost(all)
  const getSourceFile: typeof host.getSourceFile = (name, version, ...rest) => {
    if (name === changed?.file) return ts.createSourceFile(name, changed.text, version)
    return before?.getSourceFile(name) ?? host.getSourceFile(name, version, ...rest)
  }
  return ts.createProgram([...fileNames, TYPE_TEST], all, { ...host, getSourceFile }, before)
}

/** The first error. The files that are most likely to have one are looked at first. */
function errorIn(program: ts.Program): string | undefined {
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))
  const rank = ({ fileName }: ts.SourceFile) => (first.includes(fileName) ? 0 : 1)
  for (const file of ours.sort((a, b) => rank(a) - rank(b))) {
    const [error] = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    if (error !== undefined)
      return `${file.fileName}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`
  }
  return undefined
}

describe('the compiler', () => {
  beforeAll(() => {
    first = [...edits.map(({ file }) => inCopy(file)), TYPE_TEST]
    whole = programOf()
  })

  test('has nothing to say about the whole of them', () => {
    expect(errorIn(whole)).toBeUndefined()
  })

  /** Each line alone, and all lines of each edit. */
  const removals = edits.flatMap(({ file, lines }) =>
    [...lines.map((line) => [line]), ...(lines.length > 1 ? [lines] : [])].map(
      (gone) => [gone.map((line) => line.trim()).join(' '), file, lines, gone] as const,
    ),
  )

  test.each(removals)('misses `%s` in %s', (_shown, file, lines, gone) => {
    const text = readFileSync(inCopy(file), 'utf8')
    const left = lines.filter((line) => !gone.includes(line))
    const without = text.replace(`${lines.join('\n')}\n`, left.map((line) => `${line}\n`).join(''))
    expect(without.length).toBeLessThan(text.length)
    expect(errorIn(programOf({ file: inCopy(file), text: without }, whole))).toBeDefined()
  })
})
