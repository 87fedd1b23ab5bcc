/** How requests come. */
export interface Way {
  readonly name: string
  /** `undefined`: by a call, without a socket. */
  readonly connections: number | undefined
  /** Of the time that a measurement takes. */
  readonly share: number
}

export const IN_PROCESS: Way = { name: 'in process', connections: undefined, share: 0.1 }
export const ALONE: Way = { name: '1 connection', connections: 1, share: 0.25 }
export const TOGETHER: Way = { name: '64 connections', connections: 64, share: 1 }

/** What one round gave. */
export interface Sample {
  readonly perCpuSecond: number
  /** 0 in process, where nobody waits for anything. */
  readonly perSecond: number
  /** Milliseconds; 0 likewise. */
  readonly p50: number
  readonly p99: number
}

/** Samples by what was asked of whom in which way, in the order of the rounds. */
export class Results {
  readonly #samples = new Map<string, Sample[]>()

  add(operation: string, contender: string, way: Way, sample: Sample): void {
    const key = keyOf(operation, contender, way)
    const samples = this.#samples.get(key)
    if (samples === undefined) this.#samples.set(key, [sample])
    else samples.push(sample)
  }

  /** None where it was not measured. */
  of(operation: string, contender: string, way: Way): readonly Sample[] {
    return this.#samples.get(keyOf(operation, contender, way)) ?? []
  }

  values(operation: string, contender: string, way: Way, metric: keyof Sample): readonly number[] {
    return this.of(operation, contender, way).map((sample) => sample[metric])
  }
}

const keyOf = (operation: string, contender: string, { name }: Way): string =>
  [operation, contender, name].join('\n')
