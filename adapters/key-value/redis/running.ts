import type { KeylessCommand, RedisConnection, ScriptCall } from './connection.ts'
import { isRedirection, serverCodeOf } from './outages.ts'
import { NOTHING, type Script } from './scripts.ts'

/*
 * Sends scripts by their SHA-1. If a server does not have the script, for example after a restart, it sends the whole
 * text.
 */

export function runScript(
  connection: RedisConnection,
  script: Script,
  key: string,
  values: readonly string[],
): Promise<unknown> {
  return sent((call) => connection.run(call), script, key, values)
}

export function runScriptWith(
  connection: RedisConnection,
  script: Script,
  key: string,
  values: readonly string[],
  commands: readonly KeylessCommand[],
): Promise<readonly unknown[]> {
  return sent(
    async (call) => {
      try {
        return await connection.runWith(call, commands)
      } catch (error) {
        if (!isRedirection(error)) throw error
        // The key has a new master. Client libraries follow a redirection only for a single command.
        await runScript(connection, NOTHING, key, [])
        return connection.runWith(call, commands)
      }
    },
    script,
    key,
    values,
  )
}

async function sent<T>(
  send: (call: ScriptCall) => Promise<T>,
  script: Script,
  key: string,
  values: readonly string[],
): Promise<T> {
  try {
    return await send({ command: 'evalsha', script: await script.sha(), key, values })
  } catch (error) {
    if (serverCodeOf(error) !== 'NOSCRIPT') throw error
    return send({ command: 'eval', script: script.text, key, values })
  }
}
