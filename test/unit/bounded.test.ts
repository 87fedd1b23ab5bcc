import { expect, test } from 'vitest'
import { BoundedMap } from '../../src/core/domain/bounded.ts'

test('the oldest entry is evicted, unless it was used since', () => {
  const map = new BoundedMap<string, number>(3)
  for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at)
  map.get('a')
  map.set('d', 3)
  expect(['b', 'a', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 0, 2, 3])
})

test('a second chance is one: without another hit, the entry goes next time', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.get('a')
  map.set('b', 2)
  map.set('c', 3)
  map.set('d', 4)
  map.set('e', 5)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => map.get(key))).toEqual([
    ...[undefined, undefined, undefined],
    ...[4, 5],
  ])
})

test('an entry that is set again is the newest, and its old weight is gone', () => {
  const map = new BoundedMap<string, number>(10)
  map.set('a', 1, 4)
  map.set('b', 2, 4)
  map.set('a', 3, 5)
  expect([map.get('a'), map.get('b')]).toEqual([3, 2])
  map.delete('a')
  map.delete('a')
  map.set('c', 4, 6)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 4])
})

test('one heavy entry evicts several, and one beyond the limit stays in no map', () => {
  const map = new BoundedMap<string, number>(10)
  for (const key of ['a', 'b', 'c']) map.set(key, 1, 3)
  map.set('d', 1, 9)
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, undefined, undefined, 1])
  map.set('e', 1, 11)
  expect([map.get('d'), map.get('e')]).toEqual([1, undefined])
})

test('entries are deleted by what they hold', () => {
  const map = new BoundedMap<string, number>(3)
  for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at)
  map.deleteWhere((value) => value !== 1)
  map.set('d', 3)
  map.set('e', 4)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => map.get(key))).toEqual([undefined, 1, undefined, 3, 4])
})
