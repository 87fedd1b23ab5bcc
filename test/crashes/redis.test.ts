import { crashTests } from './crash-tests.ts'
import { ownRedis } from './servers/redis.ts'

const server = await ownRedis()
crashTests(
  'Redis',
  typeof server === 'string' ? server : { by: 'redis', where: server.url, server, serverShare: 0.4 },
)
