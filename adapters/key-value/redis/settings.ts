import type { RedisConnection } from './connection.ts'
import { isRedirection, outageOf, serverCodeOf } from './outages.ts'
import { runScriptWith } from './running.ts'
import { NOTHING } from './scripts.ts'

type Settings = ReadonlyMap<string, string> | 'not allowed' | 'not found'

const SECTIONS = ['server', 'memory', 'persistence'].map((section) => ({ name: 'info', section }) as const)
// `ERR`: the server renamed or removed the command.
const NOT_ALLOWED = /^(?:NOPERM|ERR)$/

/**
 * Returns a check of the server's settings. Await it before using a key. It queries the server once; in a cluster, once
 * per key, because each key may be on another server.
 *
 * @throws Error for settings that allow the server to evict keys.
 */
export function settingsCheck(
  connection: RedisConnection,
  warn: (message: string) => void,
): (key: string) => Promise<void> {
  const checks = new Map<string, Promise<void>>()
  const warned = new Set<string>()
  let isDone = false

  function warnOnce(message: string): void {
    if (warned.has(message)) return
    warned.add(message)
    warn(message)
  }

  /** Evaluates the settings. Returns false if they were not found, so that the check is repeated. */
  function judge(settings: Settings): boolean {
    if (settings === 'not found') return false
    if (settings === 'not allowed') {
      warnOnce('Redis does not let this user call INFO: whether it may drop calendars is not known')
      isDone = true
      return true
    }
    const policy = settings.get('maxmemory_policy')
    if (policy?.startsWith('allkeys-')) {
      throw new Error(
        `Redis may drop calendars when its memory is full: set maxmemory-policy to noeviction or to volatile-lru and the like, not to ${policy}`,
      )
    }
    if (settings.get('aof_enabled') === '0') {
      warnOnce('Redis loses what was written since its last snapshot when it ends: set appendonly to yes')
    }
    isDone ||= settings.get('redis_mode') !== 'cluster'
    return true
  }

  async function check(key: string): Promise<void> {
    let isFound = false
    try {
      isFound = judge(await settingsOf(connection, key))
    } finally {
      // Retry after an outage, or after a wrong setting that may be corrected.
      if (!isFound) checks.delete(key)
    }
  }

  return async (key) => {
    if (isDone) return
    const running = checks.get(key) ?? check(key)
    checks.set(key, running)
    await running
  }
}

async function settingsOf(connection: RedisConnection, key: string): Promise<Settings> {
  try {
    const [, ...texts] = await runScriptWith(connection, NOTHING, key, [], SECTIONS)
    return new Map(texts.flatMap((text) => String(text).split('\r\n').flatMap(settingIn)))
  } catch (error) {
    // The cluster is migrating the key to another server. Libraries follow the redirection only for single commands.
    if (isRedirection(error)) return 'not found'
    if (NOT_ALLOWED.test(serverCodeOf(error) ?? '')) return 'not allowed'
    throw outageOf(error)
  }
}

function settingIn(line: string): [name: string, value: string][] {
  const [, name, value] = /^(\w+):(.*)$/.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [[name, value]]
}
