import { expect, test } from 'vitest'
import { textHash } from '../../src/core/domain/text/text-hash.ts'
import { words } from '../setup/words.ts'

test('texts that differ a little have hashes of their own, spread over 52 bits', () => {
  const hashes = new Set<number>()
  const buckets = new Array<number>(64).fill(0)
  for (let number = 0; number < 64_000; number++) {
    for (const text of [`["venue","hall ${number}"]`, `["tag","${number} hall"]`]) {
      const hash = textHash(text)
      expect(Number.isSafeInteger(hash) && hash >= 0 && hash < 2 ** 52).toBe(true)
      hashes.add(hash)
      for (const part of [hash % 64, Math.floor(hash / 2 ** 46)]) buckets[part] = (buckets[part] ?? 0) + 1
    }
  }
  expect(hashes.size).toBe(128_000)
  // 4,000 in each on average; five standard deviations away from it would be one in a million.
  expect(Math.min(...buckets)).toBeGreaterThan(4000 - 5 * 63)
  expect(Math.max(...buckets)).toBeLessThan(4000 + 5 * 63)
})

test('short texts, long texts and texts of any script have different hashes', () => {
  const texts = [
    '',
    ...words('a b aa ab ba'),
    '春',
    '春祭',
    '\ud83d\ude00',
    'x'.repeat(10_000),
    'x'.repeat(10_001),
  ]
  expect(new Set(texts.map(textHash)).size).toBe(texts.length)
})
