import type { Limits } from '../../src/types/index.ts'
import { buildServer } from '../requests/build.ts'
import { Contender } from '../requests/contender.ts'
import type { Memory } from '../requests/protocol.ts'

export interface Serving {
  readonly port: number
  readonly memory: () => Promise<Memory>
  readonly end: () => Promise<void>
}

/** The library on one storage, in a process of its own, so that clients do not take its time. */
export async function startServing(
  storage: string,
  events: number,
  limits: Partial<Limits> = {},
): Promise<Serving> {
  const program = await buildServer()
  const contender = new Contender(storage, program.path)
  const { port } = await contender.open(events, limits)
  return {
    port,
    memory: () => contender.memory(),
    async end() {
      await contender.close()
      program.remove()
    },
  }
}
