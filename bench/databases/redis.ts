import { createClient } from 'redis'
import { nodeRedis } from '../../adapters/key-value/redis.ts'
import { keyValueStorage } from '../../src/storage/key-value.ts'
import type { Place } from '../shared/place.ts'
import type { OpenedStorage } from './opened.ts'

const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

/** The value of a line in what `INFO` says. */
const lineOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

export async function openRedis(place: Place): Promise<OpenedStorage> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  // Without a listener a refused connection ends the process; `connect` rejects as well.
  client.on('error', () => {})
  await client.connect()
  const prefix = `${place.name}:`
  const clear = async () => {
    const keys = await client.keys(`${prefix}*`)
    if (keys.length > 0) await client.unlink(keys)
  }
  if (place.loaded === undefined) await clear()
  const info = await client.info()
  const log = lineOf(info, 'aof_enabled') === '1' ? 'yes' : 'no'
  return {
    version: `Redis ${lineOf(info, 'redis_version')} by redis, appendonly ${log}`,
    storage: keyValueStorage(nodeRedis(client, { prefix, warn() {} })),
    // Of the whole server: other writers at the same time count too.
    bytes: async () => Number(lineOf(await client.info(), 'used_memory')),
    async settle() {},
    async close() {
      if (!place.isKept) await clear()
      await client.close()
      place.leave()
    },
  }
}
