import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type HostRule, isPublicAddress } from '../../src/core/domain/public-host.ts'
import { PublicFetchError } from './public-fetch-error.ts'

/** An address of a host, as `node:dns` says it. */
export interface HostAddress {
  readonly address: string
  readonly family: number
}

export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>

/** For a connection: the addresses that were checked. `undefined`: the host is an address itself. */
export type CheckedLookup = LookupFunction | undefined

/** Of a name; more do not make it easier to reach. */
const MOST_ADDRESSES = 16

/** Asks for the addresses of a host once, so that what is checked is what a connection gets. */
export function createResolver(
  resolve: ResolveHost = (hostname) => systemLookup(hostname, { all: true }),
  rule: HostRule,
) {
  return async (url: URL, signal: AbortSignal): Promise<CheckedLookup> => {
    if (isIP(url.hostname) !== 0 || url.hostname.startsWith('[')) return undefined
    const found = await unlessAborted(addressesOf(url.hostname, resolve), signal)
    if (!rule.isAllowed(url) && !found.every(({ address }) => isPublicAddress(address))) {
      throw new PublicFetchError(`${url.hostname} leads to an address that is not public`)
    }
    return answerWith(found.slice(0, MOST_ADDRESSES))
  }
}

async function addressesOf(hostname: string, resolve: ResolveHost): Promise<readonly HostAddress[]> {
  let found: readonly HostAddress[]
  try {
    found = await resolve(hostname)
  } catch (cause) {
    throw new PublicFetchError(`the host ${hostname} is unknown`, { cause })
  }
  if (found.length === 0) throw new PublicFetchError(`the host ${hostname} is unknown`)
  return found
}

/**
 * Answers in a turn of its own, as the resolver of the system does: a connection that fails at once would otherwise send
 * its error before anybody listens, and end the process.
 */
function answerWith(found: readonly HostAddress[]): LookupFunction {
  return (hostname, { all, family = 0 }, callback) => {
    const wanted = Number(family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family)
    const fitting = found.filter((one) => wanted === 0 || one.family === wanted)
    const [first] = fitting
    setImmediate(() => {
      if (first === undefined) callback(new PublicFetchError(`the host ${hostname} is unknown`), [])
      else if (all) callback(null, [...fitting])
      else callback(null, first.address, first.family)
    })
  }
}

/** A resolver takes no signal. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
