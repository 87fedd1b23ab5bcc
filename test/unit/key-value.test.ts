import { describe, expect, test } from 'vitest'
import { bytesOf, joinText, partsIn, splitText } from '../../src/storage/key-value/entry-text.ts'
import { hash } from '../../src/storage/key-value/hash.ts'
import { digitsOf, idIn } from '../../src/storage/key-value/keyspace.ts'
import {
  idsIn,
  ownerOf,
  withId,
  withOwner,
  withoutId,
  withoutOwner,
} from '../../src/storage/key-value/named.ts'
import { words } from '../setup/words.ts'

describe('hashes', () => {
  test('are 14 characters of a key, whatever the text', () => {
    for (const text of ['', 'a', '😀', '\u0000', 'x'.repeat(10_000)])
      expect(hash(text)).toMatch(/^[0-9a-z]{14}$/)
  })

  test('differ for texts that are nearly alike', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => [
      `slug-${index}`,
      `slug-${index}-2`,
      `${index}`,
    ]).flat()
    expect(new Set(texts.map(hash)).size).toBe(new Set(texts).size)
    const halves = texts.flatMap((text) => [hash(text).slice(0, 7), hash(text).slice(7)])
    // As many of 2^32 fall together by chance: about 0.01 %.
    expect(new Set(halves).size).toBeGreaterThan(halves.length * 0.999)
  })
})

describe('IDs in keys', () => {
  const IDS = [1, 35, 36, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 36 ** 10 - 1, 36 ** 10, 2 ** 52 + 1].concat(
    Array.from({ length: 100 }, (_, index) => Number.MAX_SAFE_INTEGER - 99 + index),
  )

  test('are read as they were written, up to 2^53-1', () => {
    expect(IDS.map((id) => idIn(digitsOf(id)))).toEqual(IDS)
  })

  test('sort as numbers, since all are of one width', () => {
    expect(new Set(IDS.map((id) => digitsOf(id).length))).toEqual(new Set([11]))
    expect(IDS.map(digitsOf).sort()).toEqual(IDS.map(digitsOf))
  })
})

describe('texts as values', () => {
  const TEXTS = [
    '',
    ...words('= " 3=x 12 a'),
    'ä😀'.repeat(3000),
    '\ud800',
    'x\udc00y',
    `${'x'.repeat(615)}😀`.repeat(9),
  ]

  test.each([undefined, 100, 101, 102, 2000, 65_536])(
    'come back as they were, in values of %s bytes',
    (bytesPerValue) => {
      for (const text of TEXTS) {
        const parts = splitText(text, bytesPerValue === undefined ? {} : { bytesPerValue })
        expect(joinText(parts)).toBe(text)
        expect(partsIn(parts[0] ?? '')).toBe(parts.length)
        for (const part of parts) {
          expect(part).not.toBe('')
          expect(part).not.toMatch(/\p{Surrogate}/u)
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(bytesPerValue ?? Number.POSITIVE_INFINITY)
        }
      }
    },
  )

  test('are measured in UTF-8', () => {
    for (const text of ['', 'abc', 'ä', '日本', '😀', 'aä日😀'])
      expect(bytesOf(text)).toBe(Buffer.byteLength(text))
  })
})

describe('owners of unique values whose hashes are the same', () => {
  test('are told apart', () => {
    const both = withOwner(withOwner(undefined, 'jazz', 1), 'rock', 2)
    const asked = [
      ownerOf(both, 'jazz'),
      ownerOf(both, 'rock'),
      ownerOf(both, 'pop'),
      ownerOf(undefined, 'jazz'),
    ]
    expect(asked).toEqual([1, 2, undefined, undefined])
    const moved = withOwner(both, 'jazz', 3)
    expect([ownerOf(moved, 'jazz'), ownerOf(moved, 'rock')]).toEqual([3, 2])
    const left = withoutOwner(moved, 'rock', 2)
    expect([ownerOf(left, 'jazz'), ownerOf(left, 'rock')]).toEqual([3, undefined])
    // What another has taken meanwhile is not given up.
    expect(ownerOf(withoutOwner(left, 'jazz', 1), 'jazz')).toBe(3)
    expect(withoutOwner(left, 'jazz', 3)).toBeUndefined()
  })
})

describe('documents that share a slug', () => {
  test('are each named once, until they no longer have it', () => {
    const both = withId(withId(withId(undefined, 7), 8), 7)
    expect(idsIn(both).sort()).toEqual([7, 8])
    expect(idsIn(withoutId(both, 7))).toEqual([8])
    expect(withoutId(withoutId(both, 7), 8)).toBeUndefined()
    expect([idsIn(undefined), withoutId(undefined, 7)]).toEqual([[], undefined])
  })
})
