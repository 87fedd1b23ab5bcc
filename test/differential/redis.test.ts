import { test } from 'vitest'
import { calendarsOn } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { sameAnswers } from './same-answers.ts'
import { migrated } from './storages.ts'

const redis = await redisStore()
if (typeof redis === 'string') test.skip(`Redis: ${redis}`)
else sameAnswers('Redis', migrated(calendarsOn(redis.open)))
