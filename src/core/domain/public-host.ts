/*
 * Where requests may go whose address somebody else chose: to the public internet, and not to this machine, its network or
 * the services that a cloud keeps at addresses of its own (169.254.169.254). Shared by the core and by `publicFetch`.
 *
 * The parser is `URL`, the one that sends the request, so `0x7f.1`, `2130706433`, `0177.1` and `[::ffff:127.0.0.1]` are no
 * other notation here than there.
 */

/** Ranges of IPv4 that are not reachable globally, by the registry of special-purpose addresses (RFC 6890), and multicast. */
const NOT_PUBLIC_V4: readonly (readonly [address: number, bits: number])[] = [
  [v4(0), 8], // this network
  [v4(10), 8], // private
  [v4(100, 64), 10], // shared, behind the NAT of a carrier
  [v4(127), 8], // loopback
  [v4(169, 254), 16], // link-local, and the metadata of clouds
  [v4(172, 16), 12], // private
  [v4(192, 0, 0), 24], // protocol assignments
  [v4(192, 0, 2), 24], // documentation
  [v4(192, 88, 99), 24], // relays of 6to4
  [v4(192, 168), 16], // private
  [v4(198, 18), 15], // benchmarks
  [v4(198, 51, 100), 24], // documentation
  [v4(203, 0, 113), 24], // documentation
  [v4(224), 4], // multicast
  [v4(240), 4], // reserved, and broadcast
]

/** Names that the internet does not have: of this machine, of a local network, of a home, of a company. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** As a number, because JavaScript's shifts are signed. */
function v4(a: number, b = 0, c = 0, d = 0): number {
  return ((a * 256 + b) * 256 + c) * 256 + d
}

const isPublicV4 = (address: number): boolean =>
  !NOT_PUBLIC_V4.some(([start, bits]) => address >= start && address < start + 2 ** (32 - bits))

/** Only global unicast, 2000::/3, is public: loopback, private, link-local, mapped and multicast are all outside of it. */
function isPublicV6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0, , , , high = 0, low = 0] = groups
  // NAT64 by its well-known prefix, 64:ff9b::/96: how a network without IPv4 reaches the address at the end.
  if (first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0)) {
    return isPublicV4(high * 65536 + low)
  }
  if (first < 0x2000 || first > 0x3fff) return false
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8 // protocol assignments, Teredo; documentation
  if (first === 0x2002) return false // 6to4: an IPv4 address behind a relay
  if (first === 0x3fff) return second >= 0x1000 // documentation
  return !(first === 0x2620 && second === 0x4f && third === 0x8000) // sinks of reverse lookups, AS112
}

/** The eight groups of the canonical form of `URL`, such as `2001:db8::1`. */
function groupsOf(canonical: string): readonly number[] {
  const [before = [], after = []] = canonical
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const gap: readonly string[] = new Array(8 - before.length - after.length).fill('0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}

/** `hostname` of a `URL`. `undefined`: it is a name. */
function isPublicLiteral(hostname: string): boolean | undefined {
  if (hostname.startsWith('[')) return isPublicV6(groupsOf(hostname.slice(1, -1)))
  const numbers = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(hostname)?.slice(1).map(Number)
  return numbers === undefined ? undefined : isPublicV4(v4(numbers[0] ?? 0, ...numbers.slice(1)))
}

/** Whether an address that a resolver gave is public. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (!/^[\d.]+$|^[\da-f:.]+$/i.test(address)) return false
  const url = `http://${address.includes(':') ? `[${address}]` : address}/`
  return URL.canParse(url) && isPublicLiteral(new URL(url).hostname) === true
}

export interface HostRule {
  /** Whether the option `allow` names the host, so that it may have any address. */
  isAllowed(url: URL): boolean
  /**
   * Whether no request may go to the host, whatever a resolver says: its address, in any notation, is not public, or its
   * name is one of a local network.
   */
  isRefused(url: URL): boolean
}

/**
 * @param allow hosts, such as `intranet.example`, `127.0.0.1` and `[::1]`; with a port, that port alone
 * @throws TypeError for what is not a host
 */
export function createHostRule(allow: readonly string[] = []): HostRule {
  const allowed = new Set(allow.map(hostIn))
  const isAllowed = ({ hostname, protocol, port }: URL) =>
    allowed.has(bare(hostname)) ||
    allowed.has(withPort(hostname, port || (protocol === 'https:' ? '443' : '80')))
  return {
    isAllowed,
    isRefused: (url) =>
      !isAllowed(url) && (isPublicLiteral(url.hostname) === false || LOCAL_NAME.test(bare(url.hostname))),
  }
}

/** A name may end with a dot. */
const bare = (hostname: string): string => hostname.replace(/\.$/, '')

const withPort = (hostname: string, port: string): string => `${bare(hostname)}:${port}`

/** In the form of `URL`, which leaves out port 80. */
function hostIn(text: string): string {
  const isBareV6 = /^[\da-f:.]+$/i.test(text) && text.split(':').length > 2
  const host = isBareV6 ? `[${text}]` : text
  if (/[/?#@\\\s*]/.test(host) || !URL.canParse(`http://${host}/`)) {
    throw new TypeError(`allow: ${JSON.stringify(text)} is not a host, such as "intranet.example"`)
  }
  const [, port] = /:(\d+)$/.exec(host) ?? []
  const { hostname } = new URL(`http://${host}/`)
  return port === undefined ? bare(hostname) : withPort(hostname, String(Number(port)))
}
