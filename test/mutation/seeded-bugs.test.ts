import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SEEDED_BUGS } from './seeded-bugs/index.ts'

const root = new URL('../../', import.meta.url)

/** `scripts/mutate.sh seeded` puts them in and asks the tests; here, only that they can be put in. */
test.each(SEEDED_BUGS)('there is a place for the fault: $trap', ({ file, find, replace, tests }) => {
  const occurrences = readFileSync(new URL(file, root), 'utf8').split(find).length - 1
  expect(occurrences, `occurrences of the text in ${file}`).toBe(1)
  expect(replace).not.toBe(find)
  expect(tests.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('no two of them are one', () => {
  expect(SEEDED_BUGS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(SEEDED_BUGS.map(({ trap }) => trap)).size).toBe(SEEDED_BUGS.length)
  expect(new Set(SEEDED_BUGS.map((bug) => `${bug.file} ${bug.find} ${bug.replace}`)).size).toBe(
    SEEDED_BUGS.length,
  )
})
