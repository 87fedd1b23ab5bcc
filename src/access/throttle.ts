import { ApiError } from '../errors.ts'

export interface Attempts {
  readonly count: number
  /** Seconds until they are forgotten. */
  readonly seconds: number
}

/** Counts failed attempts. Several processes count apart unless each is given one that they share. */
export interface AttemptCounter {
  /**
   * Adds to the count of a key, atomically, and answers the new one: 1 counts, 0 only reads, -1 takes one back, never
   * below zero. Counts are forgotten a set time after their first attempt.
   */
  readonly add: (key: string, amount: -1 | 0 | 1) => Attempts | Promise<Attempts>
  readonly reset: (key: string) => unknown
}

export interface ThrottleOptions<Host> {
  /** Default `memoryAttempts()`. */
  readonly attempts?: AttemptCounter
  /** Failed attempts of one address, until 429. Default 100. */
  readonly perAddress?: number
  /** Failed attempts of one user name from one address, until 429. Default 10. */
  readonly perUser?: number
  /**
   * The client's IP address, without a port. Default: `ip` of what the adapter knows. Clients without a known one
   * count as one client. IPv6 addresses count by their first 64 bits, as one customer has all of these.
   */
  readonly address?: (request: Request, host: Host | undefined) => string | undefined
}

/** Throws `RangeError` for limits that are no positive whole numbers. */
export function createThrottle<Host>(options: ThrottleOptions<Host>) {
  const { attempts = memoryAttempts(), perAddress = 100, perUser = 10, address = ipOf } = options
  const limits = [positive('perAddress', perAddress), positive('perUser', perUser)]
  const limitOf = (at: number) => limits[at] ?? perUser

  return {
    /** The address; then, if there is one, the user at that address: elsewhere they are not locked out. */
    keysOf(request: Request, host: Host | undefined, user?: string): readonly string[] {
      const place = network(address(request, host) ?? 'unknown')
      return user === undefined ? [`address ${place}`] : [`address ${place}`, `user ${place} ${user}`]
    },

    /** Counts a failure. */
    async count(keys: readonly string[]): Promise<void> {
      for (const key of keys) await attempts.add(key, 1)
    },

    /** For checks that cost little: looks at the counts first, and counts when `check` finds nobody. */
    async watch<T>(keys: readonly string[], check: () => Promise<T | null>): Promise<T | null> {
      for (const [at, key] of keys.entries()) {
        const { count, seconds } = await attempts.add(key, 0)
        if (count >= limitOf(at)) throw tooMany(seconds)
      }
      const found = await check()
      if (found === null) await this.count(keys)
      return found
    },

    /**
     * For dear checks: counts first, and takes it back unless `check` finds nobody, so that however many come at
     * once, no more than the limit are looked at.
     */
    async reserve<T>(keys: readonly string[], check: () => Promise<T | null>): Promise<T | null> {
      const held: string[] = []
      try {
        for (const [at, key] of keys.entries()) {
          const { count, seconds } = await attempts.add(key, 1)
          held.push(key)
          if (count > limitOf(at)) throw tooMany(seconds)
        }
        const found = await check()
        // Not the address's own count: one good account there is no excuse for guessing at others.
        if (found === null) held.length = 0
        else for (const key of held.splice(1)) await attempts.reset(key)
        return found
      } finally {
        for (const key of held) await attempts.add(key, -1)
      }
    },
  }
}

export const tooMany = (seconds: number): ApiError =>
  new ApiError('rest_too_many_requests', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

/**
 * Counts in the memory of one process. `window`: seconds that attempts are remembered from the first on, default
 * 900. `size`: keys at most, default 10,000; beyond, the one that was longest untouched is forgotten. Throws
 * `RangeError` for what is no positive whole number.
 */
export function memoryAttempts(
  options: { readonly window?: number; readonly size?: number; readonly now?: () => Date } = {},
): AttemptCounter {
  const { window = 900, size = 10_000, now = () => new Date() } = options
  positive('window', window)
  positive('size', size)
  const entries = new Map<string, { count: number; end: number }>()
  return {
    add: (key, amount) => {
      const time = now().getTime()
      const known = entries.get(key)
      const { count, end } =
        known !== undefined && time < known.end ? known : { count: 0, end: time + window * 1_000 }
      const next = Math.max(0, count + amount)
      // Put in anew, it is the last in the map's order: first come those that were longest untouched.
      entries.delete(key)
      if (next > 0) entries.set(key, { count: next, end })
      for (const oldest of entries.keys()) {
        if (entries.size <= size) break
        entries.delete(oldest)
      }
      return { count: next, seconds: (end - time) / 1_000 }
    },
    reset: (key) => entries.delete(key),
  }
}

function positive(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`${name}: ${value} is no positive whole number`)
  return value
}

function ipOf(_request: Request, host: unknown): string | undefined {
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
