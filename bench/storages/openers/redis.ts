import { createClient } from 'redis'
import { nodeRedis } from '../../../adapters/key-value/redis.ts'
import { keyValueStorage } from '../../../src/storage/key-value.ts'
import type { OpenedStorage } from '../opened.ts'
import { bytesIn, newPrefix, redisUrl, versionIn } from '../redis-server.ts'

export async function openRedis(): Promise<OpenedStorage> {
  const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false } })
  // Else a refused connection ends the process; `connect` tells it as well.
  client.on('error', () => {})
  await client.connect()
  const prefix = newPrefix()
  return {
    version: versionIn(await client.info(), 'redis'),
    storage: keyValueStorage(nodeRedis(client, { prefix, warn() {} })),
    bytes: async () => bytesIn(await client.info()),
    async settle() {},
    async drop() {
      const keys = await client.keys(`${prefix}*`)
      if (keys.length > 0) await client.unlink(keys)
      await client.close()
    },
  }
}
