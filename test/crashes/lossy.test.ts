import { afterAll, beforeAll, expect, test } from 'vitest'
import { Dice } from '../../src/testing/dice.ts'
import { noRedisServer, ownServer } from '../setup/redis-server.ts'
import type { Finding } from './inspection.ts'
import { Calendars } from './kills.ts'
import { clientsOf } from './servers/redis.ts'
import { Writers } from './writers.ts'

/* That real kills of real processes show what is lost by them: here by a server that keeps nothing on the disk. */

const SEED = 1

const missing = noRedisServer()
if (missing !== undefined) test.skip(`a Redis without a file: ${missing}`)
else {
  const writers = new Writers()
  beforeAll(() => writers.prepare())
  afterAll(() => writers.end())

  test('a Redis without a file is found out when it is killed, and not before', async () => {
    const server = await ownServer()
    const calendars = new Calendars(writers, { ...server, ...clientsOf(server.url) }, new Dice(SEED))
    const findings: Finding[] = []
    const calendar = { by: 'redis', where: server.url, name: 'lossy' } as const
    const kills = [
      { victim: 'writer', writers: 1 },
      { victim: 'both', writers: 1 },
    ] as const
    await calendars.killInTurn(calendar, kills, (_, finding) => findings.push(finding))
    expect(findings.map(({ problems }) => problems.length > 0)).toEqual([false, true])
    expect(findings.at(-1)?.problems).toContainEqual(
      expect.stringMatching(
        /^event \d+ (is gone, and nobody removed it|has version 0, though \d+ was acknowledged)$/,
      ),
    )
  })
}
