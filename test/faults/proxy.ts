import net from 'node:net'
import { listen } from '../adapters/sockets.ts'

/**
 * What becomes of the connection on which a chunk goes towards the server: the `at`-th since the plan was made, from 1
 * up, whichever connection that is.
 * - `cut`: it ends before the chunk gets there.
 * - `push`: it ends at once behind the chunk, which gets there.
 * - `lose`: the chunk gets there, and the connection ends when the server answers; nobody hears the answer.
 * - `stall`: from the chunk on nothing gets through in either direction, and nobody hears of an end.
 */
export interface Plan {
  readonly do: 'cut' | 'push' | 'lose' | 'stall'
  readonly at: number
}

export interface Way {
  readonly port: number
  /** Makes a plan, for one connection; or none. Counts chunks from the beginning. */
  plan(plan?: Plan): void
  /** Chunks towards the server since the last plan. */
  readonly chunks: () => number
  /** Whether the plan was carried out. */
  readonly isDone: () => boolean
  /** Ends the connections that stall. */
  unblock(): void
  /** From now on connections are refused; those that are there go on. */
  refuse(): void
}

/** A proxy before a server of this machine, on which things go wrong as planned. */
export async function openWay(serverPort: number): Promise<Way> {
  let plan: Plan | undefined
  let chunks = 0
  let isDone = false
  const stalled = new Set<() => void>()

  const server = net.createServer((near) => {
    const far = net.connect(serverPort, '127.0.0.1')
    let fate: Plan['do'] | undefined
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.on('data', (chunk) => {
      chunks++
      if (plan?.at === chunks && !isDone) {
        isDone = true
        fate = plan.do
        if (fate === 'stall') stalled.add(end)
      }
      if (fate === 'cut') end()
      else if (fate === 'push') far.end(chunk, () => near.destroy())
      else if (fate !== 'stall') far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (fate === 'lose') end()
      else if (fate === undefined) near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // That a connection was reset is part of the game.
      one.on('error', () => {})
      one.on('close', () => {
        if (fate !== 'stall') other.destroy()
      })
    }
  })

  return {
    port: await listen(server),
    plan(next) {
      plan = next
      chunks = 0
      isDone = false
    },
    chunks: () => chunks,
    isDone: () => isDone,
    unblock() {
      for (const end of stalled) end()
      stalled.clear()
    },
    refuse() {
      server.close()
    },
  }
}
