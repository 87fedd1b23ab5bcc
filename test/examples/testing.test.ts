import { expect, test } from 'vitest'
import { run } from './command.ts'

test('the tests of the example pass', async () => {
  const { code, out } = await run('testing').ended()
  expect(code, out).toBe(0)
  expect(out).toMatch(/^\W*pass [1-9]/m)
  expect(out).toMatch(/^\W*fail 0$/m)
})
