/** How requests come. */
export interface Way {
  readonly name: string
  /** `undefined`: by a call, without a socket. */
  readonly connections?: number
  /** Without the library's cache. */
  readonly isCold?: boolean
  /** Of the time that a measurement takes. */
  readonly share: number
}

export const CACHED: Way = { name: 'cached', share: 0.2 }
export const COLD: Way = { name: 'not cached', isCold: true, share: 0.4 }
export const TOGETHER: Way = { name: '64 connections', connections: 64, share: 1 }

/** What one round gave. Times of CPU are µs for each request. */
export interface Sample {
  /** Of the contender's process, collection included. */
  readonly cpu: number
  /** Of its database's server, where that can be told. */
  readonly server: number
  /** 0 in process, where nobody waits for anything. */
  readonly perSecond: number
  /** Milliseconds; 0 likewise. */
  readonly p50: number
  readonly p99: number
}

type Entry = readonly [key: string, samples: readonly Sample[]]

/** Samples by what was asked of whom in which way, in the order of the rounds. */
export class Results {
  readonly #samples: Map<string, readonly Sample[]>

  constructor(entries: readonly Entry[] = []) {
    this.#samples = new Map(entries)
  }

  entries(): Entry[] {
    return [...this.#samples]
  }

  add(operation: string, contender: string, way: Way, sample: Sample): void {
    this.#samples.set(keyOf(operation, contender, way), [...this.of(operation, contender, way), sample])
  }

  /** None where it was not measured. */
  of(operation: string, contender: string, way: Way): readonly Sample[] {
    return this.#samples.get(keyOf(operation, contender, way)) ?? []
  }

  values(operation: string, contender: string, way: Way, metric: (sample: Sample) => number): number[] {
    return this.of(operation, contender, way).map(metric)
  }
}

/** With the server's. */
export const wholeCpu = ({ cpu, server }: Sample): number => cpu + server

const keyOf = (operation: string, contender: string, { name }: Way): string =>
  [operation, contender, name].join('\n')
