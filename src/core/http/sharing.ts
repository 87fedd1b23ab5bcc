import type { Cancellation } from './deadline.ts'
import { overloaded } from './gate.ts'
import type { Running } from './running.ts'

/** Milliseconds without progress after which nobody waits for the work of another request: its host may have ended it. */
const PATIENCE = 10_000

type Member = Pick<Cancellation, 'signal'>

/** Work for several requests. Its signal fires when all of them are over. */
class Work<T> implements Member {
  result: Promise<T> | undefined
  /** Whether the result depends on more than the URL. Then it is for the first request alone. */
  isPrivate = false
  steps = 0
  readonly #members = new Set<Member>()
  readonly #leave: () => void
  #control: AbortController | undefined

  /** `leave`: called when all requests are over. */
  constructor(leave: () => void) {
    this.#leave = leave
  }

  get size(): number {
    return this.#members.size
  }

  /** Made on first use, like the signals of the requests. */
  get signal(): AbortSignal {
    if (this.#control === undefined) {
      this.#control = new AbortController()
      for (const member of this.#members) this.#watch(member)
    }
    return this.#control.signal
  }

  add(member: Member): void {
    this.#members.add(member)
    if (this.#control !== undefined) this.#watch(member)
  }

  #watch(member: Member): void {
    const { signal } = member
    const end = () => {
      this.#members.delete(member)
      if (this.#members.size > 0) return
      this.#leave()
      this.#control?.abort(signal.reason)
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }
}

export type SharedWork = Pick<Work<unknown>, 'signal' | 'isPrivate' | 'steps'>

/**
 * Requests with the same key that arrive while the first one is worked on get its result. While they wait, they have no
 * slot. An error is shared too. `most`: requests that wait for one result. Beyond: `rest_overloaded`.
 */
export function createSharing<T>(most: number) {
  const running = new Map<string, Work<T>>()

  function begin(key: string, { cancellation }: Running, make: (work: SharedWork) => Promise<T>): Promise<T> {
    const forget = () => {
      if (running.get(key) === work) running.delete(key)
    }
    const work = new Work<T>(forget)
    running.set(key, work)
    work.add(cancellation)
    work.result = make(work).finally(forget)
    return work.result
  }

  /** `undefined`: the result is private. */
  async function join(
    key: string,
    work: Work<T>,
    { cancellation, slot }: Running,
  ): Promise<T | 'stuck' | undefined> {
    if (work.size > most) throw overloaded()
    work.add(cancellation)
    const result = await slot.freeWhile(() => resultOf(work))
    if (result === 'stuck' && running.get(key) === work) running.delete(key)
    if (cancellation.signal.aborted) throw cancellation.signal.reason
    return result
  }

  return async (
    key: string,
    request: Running,
    make: (work: SharedWork) => Promise<T>,
  ): Promise<T | undefined> => {
    for (;;) {
      const work = running.get(key)
      if (work === undefined) return begin(key, request, make)
      const result = await join(key, work, request)
      if (result !== 'stuck') return result
    }
  }
}

async function resultOf<T>(work: Work<T>): Promise<T | 'stuck' | undefined> {
  const settled = Promise.resolve(work.result).then(
    (result) => (work.isPrivate ? undefined : result),
    (error) => {
      if (work.isPrivate) return undefined
      throw error
    },
  )
  for (;;) {
    const before = work.steps
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, PATIENCE, 'late')
    })
    try {
      const first = await Promise.race([settled, late])
      if (first !== 'late') return first
    } finally {
      clearTimeout(timer)
    }
    if (work.steps === before) return 'stuck'
  }
}
