/*
 * Suites of tests inside a runtime, run from outside by name. Nothing of a runtime is named here.
 *
 *   POST /suites/{suite}/{test}   runs the test: 204, or 500 with what it failed with
 */

export type Register = (name: string, run: () => Promise<void>) => void

/** A suite is a function that registers its tests, as those of `kalends/testing` do. */
export function runningOnRequest(
  suites: Readonly<Record<string, (test: Register) => void>>,
): (request: Request) => Promise<Response | undefined> {
  const tests = new Map<string, () => Promise<void>>()
  for (const [suite, registerAll] of Object.entries(suites)) {
    registerAll((name, run) => {
      tests.set(pathOf(suite, name), run)
    })
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/suites/')) return undefined
    const run = tests.get(pathname)
    if (run === undefined) return new Response('no such test', { status: 404 })
    try {
      await run()
      return new Response(null, { status: 204 })
    } catch (error) {
      return new Response(error instanceof Error ? error.stack : String(error), { status: 500 })
    }
  }
}

export const pathOf = (suite: string, name: string): string =>
  `/suites/${encodeURIComponent(suite)}/${encodeURIComponent(name)}`
