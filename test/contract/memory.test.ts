import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { recordedSite } from '../setup/recorded-site.ts'
import { cases, playConversations, settings } from './conversations.ts'
import { deviations } from './deviations.ts'
import { play } from './play.mjs'

playConversations(async () => ({ storage: memoryStorage() }))

test.each(deviations)('the deviation of $case is still needed: $why', async (deviation) => {
  const named = cases.filter((one) => one.name === deviation.case)
  const report = await play(named, { ...settings, open: async () => recordedSite(memoryStorage()) })
  expect(report.failures.length).toBeGreaterThan(0)
})
