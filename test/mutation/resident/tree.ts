/*
 * The part of vitest's language that our tests speak, kept as a tree: so that a test can be run again and again
 * without loading its file anew.
 */

type Body = (...given: unknown[]) => unknown

export interface Suite {
  readonly name: string
  readonly parent: Suite | undefined
  readonly before: Body[]
  readonly after: Body[]
  readonly beforeEach: Body[]
  readonly afterEach: Body[]
}

export interface Test {
  readonly id: string
  readonly file: string
  readonly suite: Suite
  readonly run: () => unknown
}

const suiteOf = (name: string, parent?: Suite): Suite => ({
  name,
  parent,
  before: [],
  after: [],
  beforeEach: [],
  afterEach: [],
})

interface Collection {
  readonly file: string
  readonly tests: Test[]
  readonly known: Map<string, number>
  suite: Suite
}

declare global {
  /** Outside of modules, since this one is loaded anew with the tests. */
  var mutationTests: Collection | undefined
}

function collection(): Collection {
  if (globalThis.mutationTests === undefined)
    throw new TypeError('tests are declared while a file is collected')
  return globalThis.mutationTests
}

/** The tests that a file declares while `load` runs. */
export async function collect(path: string, load: () => Promise<unknown>): Promise<readonly Test[]> {
  const into: Collection = { file: path, tests: [], known: new Map(), suite: suiteOf(path) }
  globalThis.mutationTests = into
  await load()
  return into.tests
}

function declareTest(name: string, ...rest: readonly unknown[]): void {
  const run = rest.find((one) => typeof one === 'function')
  if (run === undefined) throw new TypeError(`the test ${name} has no body`)
  const { file, tests, known, suite } = collection()
  const names = [name]
  for (let at: Suite | undefined = suite; at?.parent !== undefined; at = at.parent) names.unshift(at.name)
  const full = `${file}: ${names.join(' > ')}`
  const count = (known.get(full) ?? 0) + 1
  known.set(full, count)
  tests.push({ id: count === 1 ? full : `${full} (${count})`, file, suite, run: () => run() })
}

function declareSuite(name: string, body: Body): void {
  const into = collection()
  const parent = into.suite
  into.suite = suiteOf(name, parent)
  body()
  into.suite = parent
}

/** A row that is a list is given as arguments, anything else as the one argument. */
const givenBy = (row: unknown): unknown[] => (Array.isArray(row) ? row : [row])

const titled = (name: string, at: number) => `${name} [${at}]`

export const test = Object.assign(declareTest, {
  each:
    (rows: readonly unknown[]) =>
    (name: string, ...rest: readonly unknown[]) => {
      const body = rest.find((one) => typeof one === 'function')
      if (body === undefined) throw new TypeError(`the tests ${name} have no body`)
      for (const [at, row] of rows.entries()) declareTest(titled(name, at), () => body(...givenBy(row)))
    },
})

export const describe = Object.assign(declareSuite, {
  each: (rows: readonly unknown[]) => (name: string, body: Body) => {
    for (const [at, row] of rows.entries()) declareSuite(titled(name, at), () => body(...givenBy(row)))
  },
})

export const beforeAll = (body: Body) => void collection().suite.before.push(body)
export const afterAll = (body: Body) => void collection().suite.after.push(body)
export const beforeEach = (body: Body) => void collection().suite.beforeEach.push(body)
export const afterEach = (body: Body) => void collection().suite.afterEach.push(body)

/** From the outermost suite inwards. */
export function suitesOf(one: Test): readonly Suite[] {
  const suites: Suite[] = []
  for (let at: Suite | undefined = one.suite; at !== undefined; at = at.parent) suites.unshift(at)
  return suites
}
