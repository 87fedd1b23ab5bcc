import { describe, test } from 'vitest'
import { calendarsOn } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { playConversations } from './conversations.ts'

const redis = await redisStore()
if (typeof redis === 'string') test.skip(`over Redis: ${redis}`)
else describe('over Redis', () => playConversations(calendarsOn(redis.open)))
