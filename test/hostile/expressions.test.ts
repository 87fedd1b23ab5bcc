import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { createInterface } from 'node:readline'
import ts from 'typescript'
import { expect, test, vi } from 'vitest'
import { hostileInputs } from './expressions.ts'

/*
 * Every regular expression of the package, on inputs made from its own parts. Four times the input takes about four times
 * as long; what takes the square of it takes sixteen times. Ratios of CPU times, so no machine's speed decides. A nested
 * repetition takes twice as long for each character, so it never ends here.
 */

/** Milliseconds for one expression. What is ended after them hangs. */
const HANGS = 60_000

const root = new URL('../..', import.meta.url).pathname
const filesIn = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true })
    .map((file) => posix.join(folder, String(file)))
    .filter((file) => /\.tsx?$/.test(file))

/** The literals, and the literals from which an expression is made. */
function expressionsIn(file: string): RegExp[] {
  const source = ts.createSourceFile(file, readFileSync(`${root}${file}`, 'utf8'), ts.ScriptTarget.Latest)
  const found: RegExp[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Those that a module makes of texts while it loads. */
async function expressionsMadeBy(file: string): Promise<RegExp[]> {
  const made: RegExp[] = []
  const Original = RegExp
  vi.resetModules()
  vi.stubGlobal(
    'RegExp',
    new Proxy(Original, {
      construct(target, values, self) {
        const one: RegExp = Reflect.construct(target, values, self)
        made.push(one)
        return one
      },
    }),
  )
  try {
    await import(`${root}${file}`)
  } finally {
    vi.unstubAllGlobals()
  }
  return made
}

/** The names of those that take the square of an input or more, with the input. */
async function slowOnes(expressions: ReadonlyMap<string, RegExp>, limit = HANGS): Promise<string[]> {
  const left = [...expressions].map(([name, expression]) => ({
    ...{ name, source: expression.source, flags: expression.flags, inputs: hostileInputs(expression) },
  }))
  const found: string[] = []
  while (left.length > 0) {
    const child = spawn(process.execPath, [`${root}test/hostile/measure-expressions.mjs`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    let hangs = false
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        hangs = child.kill('SIGKILL')
      }, limit)
    }
    wait()
    child.stdin.on('error', () => {}).end(JSON.stringify(left))
    for await (const line of createInterface({ input: child.stdout })) {
      wait()
      const name = left.shift()?.name
      if (line !== 'null') found.push(`${name} by ${line}`)
    }
    clearTimeout(timer)
    if (left.length > 0) {
      if (!hangs) throw new Error('the measuring process ended early')
      found.push(`${left.shift()?.name} hangs`)
    }
  }
  return found
}

test('no regular expression of the package takes the square of its input', async () => {
  const expressions = new Map<string, RegExp>()
  for (const file of ['src', 'command', 'adapters'].flatMap(filesIn)) {
    for (const one of expressionsIn(file)) expressions.set(`${file} ${one}`, one)
  }
  expect(expressions.size).toBeGreaterThan(300)
  expect(await slowOnes(expressions)).toEqual([])
})

test('nor does one that is made of texts', async () => {
  const expressions = new Map<string, RegExp>()
  for (const file of ['src', 'command', 'adapters'].flatMap(filesIn)) {
    if (!/^(?:export )?const .*(?:new RegExp|sticky)\(/m.test(readFileSync(`${root}${file}`, 'utf8')))
      continue
    for (const one of await expressionsMadeBy(file)) expressions.set(`${file} ${one}`, one)
  }
  expect(expressions.size).toBeGreaterThan(10)
  expect(await slowOnes(expressions)).toEqual([])
})

test.each([
  ['a repetition in a repetition', /^(?:[^":;]*)+:/],
  ['two that match the same', /^(?:a|a)*$/],
  [
    'the parameters of iCalendar, as 0.7 read them',
    /^([A-Za-z0-9-]+)((?:;[^=:;",]+=(?:"[^"]*"|[^":;]*)+)*):(.*)$/s,
  ],
  ['two repetitions that meet', /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i],
  ['two repetitions around what may be absent', /^\s*(identity)?\s*$/i],
  ['a repetition without an end behind a begin that comes often', /<([^>]*)>;\s*rel="x"/],
  ['what is cut off at an end', /\s+$/],
  ['three repetitions that meet', /^a*a*a*$/],
])('finds %s', async (name, expression) => {
  // The first never end, so any limit is as good.
  expect(await slowOnes(new Map([[name, expression]]), 5000)).toHaveLength(1)
})

test.each([
  ['one repetition', /^\s*\d{1,9}$/],
  ['a lazy one', /^(.*?):(.*)$/s],
  ['one whose begin ends it', /<([^<>]*)>/],
])('has nothing against %s', async (name, expression) => {
  expect(await slowOnes(new Map([[name, expression]]))).toEqual([])
})
