import { createClient } from 'redis'
import { noRedisServer, ownServer } from '../../setup/redis-server.ts'
import { type Server, until } from './server.ts'

/** A Redis that has each write on the disk before it says so; else why there is none. */
export async function ownRedis(): Promise<Server | string> {
  const missing = noRedisServer()
  if (missing !== undefined) return missing
  const lasting = ['--appendonly', 'yes', '--appendfsync', 'always']
  // By default the file is written anew from 64 MB on: too seldom for kills to fall into that.
  const rewriting = ['--auto-aof-rewrite-min-size', '200kb', '--auto-aof-rewrite-percentage', '30']
  const server = await ownServer(...lasting, ...rewriting)
  return { ...server, ...clientsOf(server.url) }
}

export function clientsOf(url: string): Pick<Server, 'gone'> {
  const names = async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => {})
    await client.connect()
    const clients = await client.clientList()
    client.destroy()
    return clients.map(({ name }) => name)
  }
  return {
    gone: (who) => until(async () => !(await names()).includes(who), `${who} to be gone`),
  }
}
