import { afterEach, expect, vi } from 'vitest'

/*
 * The document of the API names every error that an endpoint answers. Which ones it throws, no type tells: so whatever
 * any test makes it throw is held against the document.
 */

// Files without isolation share the mock, which was made with the first of them.
const unnamed = vi.hoisted((): Set<string> => {
  const shared = Symbol.for('errors without a name')
  const known: unknown = Reflect.get(globalThis, shared)
  const found = known instanceof Set ? known : new Set<string>()
  Reflect.set(globalThis, shared, found)
  return found
})

vi.mock('../../src/core/http/turn.ts', async (original) => {
  const { createTurn } = await original<typeof import('../../src/core/http/turn.ts')>()
  const { ApiError } = await import('../../src/errors.ts')
  return {
    createTurn: (...facts: Parameters<typeof createTurn>): ReturnType<typeof createTurn> => {
      const { takeTurn, revision } = createTurn(...facts)
      const naming: typeof takeTurn = (arrived, log, inside) =>
        takeTurn(arrived, log, inside).catch(async (error: unknown) => {
          if (error instanceof ApiError) {
            const { errorsOf } = await import('../../src/core/schema/openapi.ts')
            const { aboutOf } = await import('../../src/core/routes/described.ts')
            const { endpoint } = arrived.target
            const named = errorsOf(await aboutOf(endpoint), arrived.request.method)
            if (!named.has(error.code)) unnamed.add(`${endpoint.operation}: ${error.code}`)
          }
          throw error
        })
      return { takeTurn: naming, revision }
    },
  }
})

/** What was thrown and is not named, since this was called last. */
export function takeUnnamed(): string[] {
  const found = [...unnamed]
  unnamed.clear()
  return found
}

afterEach(() => {
  expect(takeUnnamed(), 'errors that the rows in src/core/routes/about/ do not name').toEqual([])
})
