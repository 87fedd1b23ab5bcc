import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hmacSha256, sha256 } from '../../src/core/domain/sha256.ts'

/** Texts of every length around the ends of blocks, of one to four bytes per character. */
const TEXTS = [
  ...Array.from({ length: 200 }, (_, length) => 'a'.repeat(length)),
  ...['ß', '雪', '🎉', '\u0000', '\ud800'].flatMap((one) => [one, one.repeat(21), one.repeat(64)]),
  'x'.repeat(100_000),
]

describe('SHA-256', () => {
  test('is what FIPS 180-4 says of its examples', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('is what Node computes', () => {
    for (const text of TEXTS) {
      expect(sha256(text), text.slice(0, 80)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })
})

describe('HMAC-SHA-256', () => {
  test.each([1, 16, 32, 63, 64])('is what Node computes, under a key of %i bytes', (length) => {
    const key = Uint8Array.from({ length }, (_, at) => (at * 37 + 200) % 256)
    const hmac = hmacSha256(key)
    for (const text of TEXTS) {
      expect(hmac(text), text.slice(0, 80)).toBe(createHmac('sha256', key).update(text).digest('hex'))
    }
  })
})
