import { describe, test } from 'vitest'
import { redisStore } from '../setup/redis.ts'
import { redisUrl } from '../setup/servers.ts'
import { sourcesIn } from './sources.ts'

const redis = await redisStore()

if (typeof redis === 'string') test.skip(`one Redis: ${redis}`)
else {
  const { prefix } = redis
  describe('one Redis', () => sourcesIn({ by: 'redis', where: redisUrl, within: prefix }))
}
