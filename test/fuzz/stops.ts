/*
 * How long a process stands still, in a measure that neither the speed of the machine nor other programs change: CPU time,
 * divided by that of a fixed piece of work.
 */

/** Microseconds of CPU time since then. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** About a millisecond of work that does nothing but compute. */
function work(): number {
  let mixed = 1
  for (let turn = 0; turn < 500_000; turn++) mixed = (Math.imul(mixed, 31) + turn) | 0
  return mixed
}

/** CPU time of a step now, in microseconds: machines slow down and speed up. */
export function stepTime(): number {
  const TIMES = 3
  let shortest = Number.POSITIVE_INFINITY
  for (let time = 0; time < TIMES; time++) {
    const before = process.cpuUsage()
    work()
    shortest = Math.min(shortest, cpuSince(before))
  }
  return Math.max(1, shortest)
}

/** Measures the longest time, in microseconds of CPU, that passes between two turns of the event loop. */
export class StopWatch {
  #before = process.cpuUsage()
  #longest = 0
  #turn = setImmediate(() => this.#turned())

  /** The longest so far. */
  end(): number {
    clearImmediate(this.#turn)
    this.#look()
    return this.#longest
  }

  #turned(): void {
    this.#look()
    this.#turn = setImmediate(() => this.#turned())
  }

  #look(): void {
    this.#longest = Math.max(this.#longest, cpuSince(this.#before))
    this.#before = process.cpuUsage()
  }
}
