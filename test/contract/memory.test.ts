import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { recordedSite } from '../setup/recorded-site.ts'
import { cases, playConversations, settings } from './conversations.ts'
import { deviations } from './deviations.ts'
import { type Deviation, play } from './play.mjs'

playConversations(async () => ({ storage: memoryStorage() }))

/** As the player reads it: `*` stands for anything. */
const fits = (pattern: string | undefined, text: string): boolean =>
  pattern === undefined ||
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text)

test('each deviation is still needed', async () => {
  const report = await play(cases, { ...settings, open: async () => recordedSite(memoryStorage()) })
  const differs = report.failures.flatMap(({ fails, ...where }) =>
    fails.map(({ path }) => ({ ...where, path })),
  )
  const isNeeded = (deviation: Deviation) =>
    differs.some(
      (one) =>
        fits(deviation.case, one.case) && fits(deviation.step, one.step) && fits(deviation.path, one.path),
    )
  expect(deviations.filter((deviation) => !isNeeded(deviation))).toEqual([])
})
