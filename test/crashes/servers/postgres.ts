import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../setup/redis-server.ts'
import { folderOf, programNamed, type Server, ServerProcess, until, userNamed } from './server.ts'

/** A PostgreSQL as it is set up by default, but for its size; else why there is none. */
export async function ownPostgres(): Promise<Server | string> {
  const [initdb, postgres] = [programNamed('initdb'), programNamed('postgres')]
  if (initdb === undefined || postgres === undefined) return 'not installed: postgresql'
  const user = userNamed('postgres')
  if (user === undefined) return 'PostgreSQL does not run as root, and there is no user postgres'
  const folder = folderOf(user)
  const data = join(folder, 'data')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const setUp = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(initdb, setUp, { ...user, cwd: folder })
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // A small one is started quickly, and what is not in it has to come from the disk.
    shared_buffers: '4MB',
    max_connections: 40,
  }
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = new ServerProcess(postgres, ['-D', data, ...parameters], user)
  const ask = async (sql: string, values: string[] = []) => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<{ n: string }>(sql, values)).rows[0]?.n
    } finally {
      await client.end()
    }
  }
  const start = () =>
    server.start(() =>
      ask('select 1 as n').then(
        () => true,
        () => false,
      ),
    )
  await start()
  const sessions = 'select count(*) as n from pg_stat_activity where application_name = $1'
  const gone = (who: string) => until(async () => (await ask(sessions, [who])) === '0', `${who} to be gone`)
  return { url, start, kill: () => server.kill(), gone }
}
