import { randomUUID } from 'node:crypto'

/*
 * What is the same whichever client library is used.
 */

export const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

/** Keys of one run. */
export const newPrefix = (): string => `events-api-bench-${randomUUID()}:`

/** The value of a line in what `INFO` says. */
export const infoLine = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]

export const versionIn = (info: string, client: string): string => {
  const log = infoLine(info, 'aof_enabled') === '1' ? 'yes' : 'no'
  return `Redis ${infoLine(info, 'redis_version')} by ${client}, appendonly ${log}`
}

/** Of the whole server: others that write to it at the same time count too. */
export const bytesIn = (info: string): number => Number(infoLine(info, 'used_memory'))
