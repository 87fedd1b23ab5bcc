import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { hostileInputs } from './expressions.ts'

/*
 * Every regular expression of the package, on inputs made from its own parts. A nested repetition takes twice as long
 * for each character, so it never ends here; without one, an input takes milliseconds. So no machine's speed decides.
 */

/** Milliseconds for one input. What is ended after them hangs. */
const HANGS = 60_000

const root = new URL('../..', import.meta.url).pathname
const filesIn = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true })
    .map((file) => posix.join(folder, String(file)))
    .filter((file) => file.endsWith('.ts'))

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

const WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const expression = new RegExp(workerData.source, workerData.flags.replace(/[gy]/g, '') + 'g')
for (const input of workerData.inputs) {
  input.replace(expression, '')
  parentPort.postMessage('done')
}`

/** Whether all inputs end, each within the limit. */
function allEnd({ source, flags }: RegExp, inputs: readonly string[], limit: number): Promise<boolean> {
  const worker = new Worker(WORKER, { eval: true, workerData: { source, flags, inputs } })
  return new Promise<boolean>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve(false), limit)
    }
    wait()
    worker.on('message', wait)
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(true)
    })
  }).finally(() => worker.terminate())
}

async function hanging(expressions: ReadonlyMap<string, RegExp>, limit = HANGS): Promise<string[]> {
  const found: string[] = []
  for (const [name, expression] of expressions) {
    if (!(await allEnd(expression, hostileInputs(expression), limit))) found.push(name)
  }
  return found
}

test('no regular expression of the package hangs on 5,000 characters', async () => {
  const expressions = new Map<string, RegExp>()
  for (const file of ['src', 'command', 'adapters'].flatMap(filesIn)) {
    for (const one of expressionsIn(file)) expressions.set(`${file} ${one}`, one)
  }
  expect(expressions.size).toBeGreaterThan(300)
  expect(await hanging(expressions)).toEqual([])
})

test.each([
  ['a repetition in a repetition', /^(?:[^":;]*)+:/],
  ['two that match the same', /^(?:a|a)*$/],
  [
    'the parameters of iCalendar, as 0.7 read them',
    /^([A-Za-z0-9-]+)((?:;[^=:;",]+=(?:"[^"]*"|[^":;]*)+)*):(.*)$/s,
  ],
])('finds %s', async (name, expression) => {
  // These never end, so any limit is as good.
  expect(await hanging(new Map([[name, expression]]), 1000)).toHaveLength(1)
})
