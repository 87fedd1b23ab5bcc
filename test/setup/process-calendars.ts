import { join } from 'node:path'
import { mysqlDatabase, postgresDatabase, temporaryFolder } from './databases.ts'
import { redisStore } from './redis.ts'
import { mysqlUrl, postgresUrl, redisUrl } from './servers.ts'
import type { Calendar } from './shared-calendar.ts'

/** An empty calendar of its own on SQLite, or on every storage that processes can share; a reason in place of what there is not. */
export async function processCalendars(
  isFull: boolean,
): Promise<readonly (readonly [where: string, calendar: Calendar | string])[]> {
  const folder = temporaryFolder()
  const sqlite: Calendar = { by: 'sqlite', where: join(folder, 'calendar.sqlite') }
  if (!isFull) return [['SQLite', sqlite]]
  const [postgres, mysql, redis] = await Promise.all([postgresDatabase(), mysqlDatabase(), redisStore()])
  const within = <T extends object>(opened: T | string, calendarOf: (opened: T) => Calendar) =>
    typeof opened === 'string' ? opened : calendarOf(opened)
  return [
    ['SQLite', sqlite],
    ['LMDB', { by: 'lmdb', where: join(folder, 'calendar.lmdb') }],
    [
      'PostgreSQL',
      within(postgres, ({ schema }) => ({ by: 'postgres', where: postgresUrl, within: schema })),
    ],
    ['MariaDB', within(mysql, ({ schema }) => ({ by: 'mysql', where: mysqlUrl, within: schema }))],
    ['Redis', within(redis, ({ prefix }) => ({ by: 'redis', where: redisUrl, within: prefix }))],
  ]
}
