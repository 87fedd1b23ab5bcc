import { readFileSync } from 'node:fs'

/** What a piece of work took. */
export interface Spent {
  readonly seconds: number
  /** Seconds of CPU of this process. */
  readonly cpu: number
  /** Seconds of CPU of the database's server, as far as that can be told. */
  readonly server: number
}

export const sumOf = (a: Spent, b?: Spent): Spent => ({
  seconds: a.seconds + (b?.seconds ?? 0),
  cpu: a.cpu + (b?.cpu ?? 0),
  server: a.server + (b?.server ?? 0),
})

type ServerCpu = (() => Promise<number>) | undefined

/** Begins to measure; what it gives says how much it is by now. `serverCpu`: in µs. */
export async function startSpending(serverCpu: ServerCpu): Promise<() => Promise<Spent>> {
  const serverBefore = (await serverCpu?.()) ?? 0
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  return async () => {
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    const server = (((await serverCpu?.()) ?? 0) - serverBefore) / 1e6
    return { seconds, cpu: (user + system) / 1e6, server }
  }
}

/** µs that the scheduler of Linux has counted for a process or thread; 0 for one elsewhere. */
export function cpuOf(pid: number): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1000
  } catch {
    return 0
  }
}
