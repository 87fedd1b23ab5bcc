import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'

/*
 * Programs of readers, as processes of their own.
 */

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : expect.unreachable('no port')
}

/** What a process prints until it ends. */
export async function outputOf(
  child: ChildProcess,
): Promise<{ code: unknown; output: string; errors: string }> {
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [code]: unknown[] = await once(child, 'close')
  return { code, output, errors }
}

/** The origin of a process that is to listen on a port, once it does. Fails where the process ends instead. */
export async function originOf(child: ChildProcess, port: number): Promise<string> {
  const ended = outputOf(child).then(({ errors }) =>
    expect.unreachable(`it ended instead of listening: ${errors}`),
  )
  while (!(await Promise.race([ended, canConnect(port)]))) await setTimeout(50)
  ended.catch(() => undefined)
  return `http://127.0.0.1:${port}`
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
