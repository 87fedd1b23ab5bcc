import type { Bytes } from '../../types/index.ts'

/*
 * The files of the page, compressed here once, for hosts without a proxy that does it: the list needs 40 kB then, of 120.
 */

/** Whether `Accept-Encoding` takes gzip, and likes it as much as what is not compressed (RFC 9110, section 12.5.3). */
export function takesGzip(accept: string | null): boolean {
  const qualities = new Map(
    (accept ?? '').split(',').map((part): [string, number] => {
      const [coding = '', ...weights] = part
        .toLowerCase()
        .split(';')
        .map((word) => word.trim())
      // A weight that is no number is `NaN`, which no comparison holds for.
      return [coding, Number(weights.find((weight) => weight.startsWith('q='))?.slice(2) ?? 1)]
    }),
  )
  const quality = qualities.get('gzip') ?? qualities.get('*') ?? 0
  return quality > 0 && quality >= (qualities.get('identity') ?? 0)
}

/** By name. The names are hashes of what they hold, so there are no more of them than files. */
const compressed = new Map<string, Promise<Bytes>>()

/** A file, compressed; `undefined` where the runtime cannot. */
export async function gzipped(name: string, text: string): Promise<Bytes | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined
  const found = compressed.get(name) ?? compress(text)
  compressed.set(name, found)
  return found
}

async function compress(text: string): Promise<Bytes> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
