import { readFileSync } from 'node:fs'

/** What a piece of work took. */
export interface Spent {
  readonly seconds: number
  /** Seconds of CPU of this process. */
  readonly cpu: number
  /** Seconds of CPU of the database's server, as far as that can be told. */
  readonly server: number
  /** Seconds of CPU of all other processes of the machine at the same time; 0 where that cannot be told. */
  readonly others: number
}

export const sumOf = (a: Spent, b?: Spent): Spent => ({
  seconds: a.seconds + (b?.seconds ?? 0),
  cpu: a.cpu + (b?.cpu ?? 0),
  server: a.server + (b?.server ?? 0),
  others: a.others + (b?.others ?? 0),
})

type ServerCpu = (() => Promise<number>) | undefined

/** Begins to measure; what it gives says how much it is by now. `serverCpu`: in µs. */
export async function startSpending(serverCpu: ServerCpu): Promise<() => Promise<Spent>> {
  const serverBefore = (await serverCpu?.()) ?? 0
  const machineBefore = machineCpu()
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  return async () => {
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    const machine = machineCpu() - machineBefore
    const server = (((await serverCpu?.()) ?? 0) - serverBefore) / 1e6
    const cpu = (user + system) / 1e6
    return { seconds, cpu, server, others: Math.max(0, machine - cpu - server) }
  }
}

/** Of Linux: hundredths of a second. */
const TICK = 0.01

/** Seconds that all processes have had since the machine started; 0 on other systems. */
function machineCpu(): number {
  try {
    const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)
    return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) * TICK
  } catch {
    return 0
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
