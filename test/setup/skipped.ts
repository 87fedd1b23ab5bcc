import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'

/**
 * Prints which tests were skipped, after all others. Their names say why. With `-t` nothing is printed, since all but
 * the named tests are skipped then.
 */
export default class Skipped implements Reporter {
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return
    const lines = new Set(
      modules.flatMap((module) =>
        skippedIn(module).map((one) => `  ${module.relativeModuleId}: ${one.fullName}${countOf(one)}`),
      ),
    )
    if (lines.size > 0) console.log(['Skipped:', ...lines].join('\n'))
  }
}

/** The skipped tests; where all tests of a suite are skipped, the suite instead. */
function skippedIn(parent: TestModule | TestSuite): (TestCase | TestSuite)[] {
  return [...parent.children].flatMap((child) => {
    if (child.type === 'test') return child.result().state === 'skipped' ? [child] : []
    // A suite of suites counts as skipped when these are; the reason is in their names.
    const hasTests = [...child.children].some(({ type }) => type === 'test')
    return child.options.mode === 'skip' && hasTests ? [child] : skippedIn(child)
  })
}

const countOf = (one: TestCase | TestSuite): string =>
  one.type === 'test' ? '' : ` (${[...one.children.allTests()].length} tests)`
