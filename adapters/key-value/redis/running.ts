import type { KeylessCommand, RedisConnection, ScriptCall } from './connection.ts'
import { isRedirection, serverCodeOf } from './outages.ts'
import { NOTHING, type Script } from './scripts.ts'

/*
 * Scripts are sent by their SHA-1, and whole to a server that does not know them: a new one, or one that was restarted.
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
        // The key's master is another one now. A client library learns that from a single command.
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
