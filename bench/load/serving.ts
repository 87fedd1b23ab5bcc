import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Memory, Order } from './server.ts'

export interface Serving {
  /** Root of the namespace. */
  readonly url: string
  readonly memory: () => Promise<Memory>
  readonly end: () => Promise<void>
}

/** A server of its own, so that those who ask do not take its time, but for what they take of the machine's. */
export async function startServing(order: Order): Promise<Serving> {
  const child = fork(new URL('server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  const answer = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error('the server ended'))),
    ])
    return message
  }
  child.send(order)
  const { port, basePath } = await answer()
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    memory: () => {
      child.send('memory')
      return answer()
    },
    end: async () => {
      child.send('end')
      await ended
    },
  }
}
