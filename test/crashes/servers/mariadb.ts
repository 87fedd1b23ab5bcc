import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { freePort } from '../../setup/redis-server.ts'
import { LOOKER } from '../kills.ts'
import { NAMES, nameOfWriter } from '../writers.ts'
import { folderOf, programNamed, type Server, ServerProcess, until, userNamed } from './server.ts'

/** A MariaDB as it is set up by default, but for its size; else why there is none. */
export async function ownMariadb(): Promise<Server | string> {
  const [install, mariadbd] = [programNamed('mariadb-install-db'), programNamed('mariadbd')]
  if (install === undefined || mariadbd === undefined) return 'not installed: mariadb-server'
  const user = userNamed('mysql')
  if (user === undefined) return 'MariaDB does not run as root, and there is no user mysql'
  const folder = folderOf(user)
  const port = await freePort()
  const own = [
    '--no-defaults',
    `--datadir=${join(folder, 'data')}`,
    // A small one is started quickly, and what is not in it has to come from the disk.
    '--innodb-buffer-pool-size=8M',
    '--innodb-log-file-size=16M',
    '--performance-schema=OFF',
  ]
  const root = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve']
  await promisify(execFile)(install, [...own, ...root], { ...user, cwd: folder })
  const listening = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--socket=../socket',
    '--skip-name-resolve',
  ]
  const characters = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_general_ci']
  const server = new ServerProcess(mariadbd, [...own, ...listening, ...characters], user)

  const ask = async (sql: string, values: string[] = []) => {
    const connection = await mysql.createConnection({
      uri: `mysql://root@127.0.0.1:${port}`,
      connectTimeout: 20_000,
    })
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql, values)
      return rows[0]?.n
    } finally {
      connection.destroy()
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
  await ask('create database calendar')
  // A user each, as it is by these that the server tells its sessions apart.
  const users = Array.from({ length: NAMES }, (_, index) => nameOfWriter(index))
  for (const name of [...users, LOOKER]) {
    await ask(`create user '${name}'@'127.0.0.1'`)
    await ask(`grant all on calendar.* to '${name}'@'127.0.0.1'`)
  }
  const sessions = 'select count(*) as n from information_schema.processlist where user = ?'
  const gone = (who: string) => until(async () => (await ask(sessions, [who])) === 0, `${who} to be gone`)
  return { url: `mysql://127.0.0.1:${port}/calendar`, start, kill: () => server.kill(), gone }
}
