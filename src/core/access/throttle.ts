import { tooMany, wholeNumber } from '../../errors.ts'
import type { AttemptCounter, PlainRequest, ThrottleOptions } from '../../types/index.ts'
import { BoundedMap } from '../domain/bounded.ts'
import { stillHolds } from '../domain/time/still-holds.ts'
import { requestOf } from './request-of.ts'
import { createReservations } from './reservations.ts'

/** `Found`: the result of a correct guess. Throws `RangeError` for limits that are not positive integers. */
export function createThrottle<Host, Found>(options: ThrottleOptions<Host>) {
  const { attempts = memoryAttempts(), perAddress = 100, perUser = 10, address } = options
  const limits = [wholeNumber('perAddress', perAddress), wholeNumber('perUser', perUser)]
  const reservations = createReservations(attempts)
  const pending = new Map<string, Promise<Found | null>>()

  /**
   * Runs a check, which answers `null` for a wrong guess. Wrong guesses are counted; errors are not. A correct guess resets
   * the count of its user. Throws 429 without a check when the limit is reached.
   */
  async function reserve(keys: readonly string[], check: () => Promise<Found | null>): Promise<Found | null> {
    const taken: string[] = []
    /** Reservations that are not yet returned. */
    const held = new Set<string>()
    try {
      for (const [at, key] of keys.entries()) {
        const seconds = await reservations.take(key, limits[at] ?? perUser)
        if (seconds !== undefined) throw tooMany(seconds)
        taken.push(key)
        held.add(key)
      }
      const found = await check()
      if (found === null) held.clear()
      // The count of the address stays: a valid account does not permit guesses at others.
      else
        for (const key of keys.slice(1)) {
          held.delete(key)
          await attempts.reset(key)
        }
      return found
    } finally {
      for (const key of held) await attempts.add(key, -1)
      for (const key of taken) reservations.release(key)
    }
  }

  return {
    reserve,

    /** Keys of the counts: the address, and the user at that address. The user is not locked out elsewhere. */
    keysOf(request: Request | PlainRequest, host: Host | undefined, user?: string): readonly string[] {
      const found = address === undefined ? ipOf(host) : address(requestOf(request), host)
      const place = network(found ?? 'unknown')
      return user === undefined ? [`address ${place}`] : [`address ${place}`, `user ${place} ${user}`]
    },

    /** `reserve` for slow checks. Equal guesses at the same time share one check. Each is counted if it is wrong. */
    async guess(
      keys: readonly string[],
      secret: string,
      check: () => Promise<Found | null>,
    ): Promise<Found | null> {
      const place = JSON.stringify([keys, secret])
      const known = pending.get(place)
      if (known !== undefined) return (await known) ?? reserve(keys, async () => null)
      const own = reserve(keys, check).finally(() => pending.delete(place))
      pending.set(place, own)
      return own
    },
  }
}

/**
 * Counts in the memory of one process. `window`: seconds from the first attempt until its count is reset, default 900.
 * `size`: keys at most, default 10,000. Beyond, the key that was not used for the longest time is evicted. Throws
 * `RangeError` for numbers that are not positive integers.
 *
 * @example
 * ```ts
 * import { memoryAttempts } from 'kalends/auth'
 *
 * const asked = memoryAttempts({ window: 60 })
 * ```
 */
export function memoryAttempts(
  options: {
    readonly window?: number | undefined
    readonly size?: number | undefined
    readonly now?: (() => Date) | undefined
  } = {},
): AttemptCounter {
  const { window = 900, size = 10_000, now = () => new Date() } = options
  wholeNumber('window', window)
  wholeNumber('size', size)
  const entries = new BoundedMap<string, { readonly count: number; readonly end: number }>(size)
  return {
    add: (key, amount) => {
      const time = now().getTime()
      const known = entries.get(key)
      const { count, end } =
        known !== undefined && stillHolds(known.end, time, window * 1000, 1000)
          ? known
          : { count: 0, end: time + window * 1_000 }
      const next = Math.max(0, count + amount)
      if (next > 0) entries.set(key, { count: next, end })
      else entries.delete(key)
      return { count: next, seconds: (end - time) / 1_000 }
    },
    reset: (key) => entries.delete(key),
  }
}

function ipOf(host: unknown): string | undefined {
  if (typeof host !== 'object' || host === null || !('ip' in host)) return undefined
  return typeof host.ip === 'string' ? host.ip : undefined
}

function network(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [before = '', after = ''] = address.toLowerCase().split('::')
  const head = before.split(':').filter((group) => group !== '')
  const tail = address.includes('::') ? after.split(':').filter((group) => group !== '') : []
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
