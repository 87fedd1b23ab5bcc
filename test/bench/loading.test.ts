import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST_EVENT } from '../../bench/calendar/calendar.ts'
import { fill, fillStorage } from '../../bench/calendar/fill.ts'
import { Place } from '../../bench/shared/place.ts'
import { memoryStorage } from '../../src/storage/memory.ts'

test.each([
  ['before a write', false],
  ['after a write that was not noted', true],
])('a load that is interrupted %s goes on', async (_, isWritten) => {
  const root = mkdtempSync(join(tmpdir(), 'kalends-bench-test-'))
  const storage = memoryStorage()
  const opened = { version: '', bytes: async () => 0, async settle() {}, close: () => storage.close() }
  const filling = fillStorage(storage)
  const written: number[] = []
  const write: typeof filling.write = async (events) => {
    written.push(...events.map(({ id }) => id))
    await filling.write(events)
  }
  let writes = 0
  const failing: typeof filling.write = async (events) => {
    const isLast = ++writes === 2
    if (!isLast || isWritten) await write(events)
    if (isLast) throw new Error('interrupted')
  }
  await expect(fill(new Place('memory', root), opened, { ...filling, write: failing }, 1200)).rejects.toThrow(
    'interrupted',
  )
  await fill(new Place('memory', root), opened, { ...filling, write }, 1200)
  expect(written).toEqual(Array.from({ length: 1200 }, (_, index) => FIRST_EVENT + index))
  const place = new Place('memory', root)
  expect(place.progress).toMatchObject({ events: 1200, isWhole: true })
  await fill(place, opened, { ...filling, write: failing }, 1200)
  expect(written).toHaveLength(1200)
  rmSync(root, { recursive: true })
})
