/* CRC-32 (PNG, annex D). */

/** What a checksum begins with. */
export const FIRST = 0xffff_ffff

/** For each byte, the rest that eight bits leave. */
const RESTS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb8_8320 : 0)
  return rest
})

/** Goes on with a checksum. At the end, its bits are turned. */
export function crc(before: number, bytes: Uint8Array): number {
  let rest = before
  for (const byte of bytes) rest = (rest >>> 8) ^ (RESTS[(rest ^ byte) & 0xff] ?? 0)
  return rest
}

export const checksum = (bytes: Uint8Array): number => ~crc(FIRST, bytes) >>> 0
