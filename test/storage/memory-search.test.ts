import fc from 'fast-check'
import { exampleEvent, put } from 'kalends/testing'
import { expect, test } from 'vitest'
import { type Document, passes } from '../../src/storage/contract.ts'
import { BloomFilters } from '../../src/storage/memory/bloom-filters.ts'
import { openMemory } from '../../src/storage/memory/open.ts'

/*
 * A search passes over documents by their signatures: whatever these say, what is found is what the contract's own
 * words find.
 */

/** Few letters, so that much is found; some that take two code units, and one that takes two bytes. */
const piece = fc.string({ unit: fc.constantFrom('a', 'b', 'ж', ' ', '😀'), maxLength: 12 })
const fields = fc.array(piece, { minLength: 1, maxLength: 3 })
const query = fc.record({
  all: fc.array(piece, { maxLength: 3 }),
  none: fc.array(piece, { maxLength: 1 }),
  oneField: fc.boolean(),
})

test('signatures change no answer, whatever was searched and written before', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fields, { minLength: 1, maxLength: 90 }),
      fc.array(fc.tuple(fc.nat({ max: 89 }), fields), { maxLength: 10 }),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      async (texts, rewrites, queries) => {
        const storage = openMemory()
        const versions = new Map<number, number>()
        const write = async (id: number, text: readonly string[]) => {
          const expected = versions.get(id) ?? 0
          versions.set(id, expected + 1)
          const change = { ...put('event', id, exampleEvent(id, { text })), expect: expected }
          expect(await storage.commit([change])).toEqual({ conflict: null })
        }
        const compare = async () => {
          const all = await storage.find('event', { order: 'id', limit: 1000 })
          for (const text of queries) {
            const right = all.filter((document) => passes(document, { text })).map(({ id }) => id)
            const found = await storage.find('event', { text, order: 'id', limit: 1000 })
            expect(found.map(({ id }) => id)).toEqual(right)
            expect(await storage.count('event', { text })).toBe(right.length)
          }
        }
        for (const [at, text] of texts.entries()) await write(at + 1, text)
        await compare()
        for (const [at, text] of rewrites) {
          if (at >= texts.length) continue
          await write(at + 1, text)
          await compare()
        }
        for (const [id, version] of versions) {
          if (id % 3 === 0) await storage.commit([{ do: 'remove', kind: 'event', id, expect: version }])
        }
        await write(1000, texts[0] ?? [])
        await compare()
      },
    ),
    { numRuns: 60 },
  ))

test('a rare word among many documents is looked for in few of their texts', () => {
  const reads = { texts: 0 }
  const documents = Array.from({ length: 300 }, (_, id): Document<'event'> => {
    const { keys, text, data } = exampleEvent(id, {
      text: [id === 77 ? 'the needle itself' : `nothing but hay in stack number ${id}`],
    })
    return {
      ...{ id, version: 1, keys, data },
      get text() {
        reads.texts++
        return text
      },
    }
  })
  const holds = new BloomFilters<'event'>().test({ all: ['needle'], none: [], oneField: false })
  const found = () => documents.filter((document) => holds?.(document)).map(({ id }) => id)
  expect(found()).toEqual([77])
  // Once each for their signatures.
  reads.texts -= documents.length
  expect(reads.texts).toBeLessThan(10)
  expect(found()).toEqual([77])
  expect(reads.texts).toBeLessThan(20)
})
