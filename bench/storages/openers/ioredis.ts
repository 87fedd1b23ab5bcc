import { Redis } from 'ioredis'
import { ioredis } from '../../../adapters/key-value/ioredis.ts'
import { keyValueStorage } from '../../../src/storage/key-value.ts'
import type { OpenedStorage } from '../opened.ts'
import { bytesIn, newPrefix, redisUrl, versionIn } from '../redis-server.ts'

export async function openIoredis(): Promise<OpenedStorage> {
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null })
  // Else each refused connection is printed; `connect` tells it as well.
  client.on('error', () => {})
  await client.connect()
  const prefix = newPrefix()
  return {
    version: versionIn(await client.info(), 'ioredis'),
    storage: keyValueStorage(ioredis(client, { prefix, warn() {} })),
    bytes: async () => bytesIn(await client.info()),
    async settle() {},
    async drop() {
      const keys = await client.keys(`${prefix}*`)
      if (keys.length > 0) await client.unlink(keys)
      await client.quit()
    },
  }
}
