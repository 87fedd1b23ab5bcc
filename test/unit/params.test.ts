import { describe, expect, test } from 'vitest'
import { Problems } from '../../src/errors.ts'
import { checked, listed } from '../../src/http/body.ts'
import {
  hostility,
  listsFromBranches,
  MOST_PAIRS,
  noParams,
  putPair,
  readPairs,
} from '../../src/http/params.ts'
import { DEFAULT_LIMITS } from '../../src/site.ts'

const limits = { depth: 3 }

function read(text: string) {
  const problems = new Problems()
  const params = readPairs(text, problems, limits)
  return { params: JSON.parse(JSON.stringify(params)), wrong: problems.summary() }
}

describe('pairs', () => {
  test.each([
    ['', {}],
    ['&&', {}],
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: '2' }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a%20b=%C3%A9', { 'a b': 'é' }],
    ['a=%2B', { a: '+' }],
    ['a[]=1&a[]=2', { a: { 0: '1', 1: '2' } }],
    ['a[0]=1&a[2]=2', { a: { 0: '1', 2: '2' } }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: { 0: { b: '1', c: '2' }, 1: { b: '3' } } }],
    ['a[][]=1', { a: { 0: { 0: '1' } } }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b]=1&a=2', { a: '2' }],
  ])('%s', (text, params) => {
    expect(read(text)).toEqual({ params, wrong: '' })
  })

  test.each([
    ['%=1', '%=1 has a percent escape that is none'],
    ['a=%', 'a has a percent escape that is none'],
    ['a[b]=%zz', 'a has a percent escape that is none'],
    ['=1', ' is no name'],
    ['[a]=1', '[a] is no name'],
    ['a[b=1', 'a is no name'],
    ['a[b]c=1', 'a is no name'],
    ['__proto__=1', '__proto__ is no name to be used'],
    ['a[__proto__]=1', 'a is no name to be used'],
    ['a[b][constructor]=1', 'a is no name to be used'],
    ['a[prototype]=1', 'a is no name to be used'],
    ['a[b][c][d]=1', 'a is nested deeper than 3 levels'],
  ])('%s is refused, and what is beside it read', (text, wrong) => {
    expect(read(`${text}&fine=1`)).toEqual({ params: { fine: '1' }, wrong })
  })

  test('may be two levels deep of three, since the object that they are in is one', () => {
    expect(read('a[b][c]=1')).toEqual({ params: { a: { b: { c: '1' } } }, wrong: '' })
  })

  test('long names are cut where they are told of', () => {
    const long = 'n'.repeat(100)
    expect(read(`%${long}=1`).wrong).toBe(`%${'n'.repeat(79)} has a percent escape that is none`)
    expect(read(`${long}[=1`).wrong).toBe(`${'n'.repeat(80)} is no name`)
    expect(read(`[${long}]=1`).wrong).toBe(`[${'n'.repeat(79)} is no name`)
  })

  test('are as many as the limit, and one more is none at all', () => {
    const most = Array.from({ length: MOST_PAIRS }, (_, at) => `n${at}=`).join('&')
    expect(Object.keys(read(most).params)).toHaveLength(2000)
    expect(read(`${most}&more=1`)).toEqual({ params: {}, wrong: ' more than 2000 parameters' })
  })

  test('objects without a prototype take them', () => {
    expect(Object.getPrototypeOf(noParams())).toBeNull()
    const params = noParams()
    putPair(params, 'a[b]', '1', new Problems(), limits)
    expect(Object.getPrototypeOf(params.a)).toBeNull()
  })
})

describe('lists', () => {
  test.each([
    [{ 0: 'a', 1: 'b' }, ['a', 'b']],
    [{ 2: 'c', 0: 'a' }, ['a', 'c']],
    [{ 999999: 'a' }, ['a']],
    [{ 1000000: 'a' }, { 1000000: 'a' }],
    [
      { 0: 'a', b: 'c' },
      { 0: 'a', b: 'c' },
    ],
    [{ x0: 'a' }, { x0: 'a' }],
    [{ '0x': 'a' }, { '0x': 'a' }],
    [{}, {}],
    [{ a: { 0: { 0: 'b' } } }, { a: [['b']] }],
    [{ 0: { a: { 0: 'b' } } }, [{ a: ['b'] }]],
    ['text', 'text'],
    [null, null],
  ])('%j is %j', (given, list) => {
    expect(listsFromBranches(given)).toEqual(list)
  })

  test('of every field, the fields themselves never being one', () => {
    expect(listed({ 0: { 0: 'a' }, b: 'c' })).toEqual({ 0: ['a'], b: 'c' })
  })
})

describe('what must not be looked at', () => {
  const NUL = 'must not hold the character NUL'
  const LONE = 'must be well-formed Unicode text'
  test.each([
    ['text', undefined],
    ['a\0b', NUL],
    ['\ud800', LONE],
    ['\udc00x', LONE],
    ['😀', undefined],
    [1, undefined],
    [null, undefined],
    [{ a: { b: 'c' } }, undefined],
    [{ 'a\0': 1 }, NUL],
    [{ '\ud800': 1 }, LONE],
    [{ a: ['\0'] }, NUL],
    [{ a: 'fine', b: '\0' }, NUL],
    [{ constructor: 1 }, 'must not hold the name constructor'],
    [{ a: [{ prototype: 1 }] }, 'must not hold the name prototype'],
    [JSON.parse('{"__proto__": 1}'), 'must not hold the name __proto__'],
    [[[[]]], undefined],
    [[[[[]]]], 'depth'],
    [{ a: { b: { c: {} } } }, 'depth'],
    [{ a: { b: { c: 1 } } }, undefined],
  ])('%j: %s', (value, reason) => {
    expect(hostility(value, { depth: 3, list: 10 })).toBe(reason)
  })

  test('a list or object has ten thousand entries at most, or as many as fields may', () => {
    const entries = (count: number) => Array.from({ length: count }, () => 0)
    const few = { depth: 3, list: 10 }
    const many = { depth: 3, list: 10_001 }
    const reason = 'must not hold more than 10000 entries'
    expect(hostility(entries(10_000), few)).toBeUndefined()
    expect(hostility(entries(10_001), few)).toBe(reason)
    expect(hostility({ ...entries(10_001) }, few)).toBe(reason)
    expect(hostility({ a: [entries(10_001)] }, few)).toBe(reason)
    expect(hostility(entries(10_001), many)).toBeUndefined()
    expect(hostility(entries(10_002), many)).toBe('must not hold more than 10001 entries')
  })

  test('is taken out and named, and the rest stays', () => {
    const problems = new Problems()
    const kept = checked({ a: '\0', b: 'fine', ['n'.repeat(100)]: '\ud800' }, DEFAULT_LIMITS, problems)
    expect(kept).toEqual({ b: 'fine' })
    expect(problems.summary()).toBe(`a ${NUL}; ${'n'.repeat(80)} ${LONE}`)
  })

  test('what is too deep refuses the whole body', () => {
    const deep = { a: [[[]]] }
    expect(checked(deep, { ...DEFAULT_LIMITS, depth: 4 }, new Problems())).toEqual(deep)
    expect(() => checked(deep, { ...DEFAULT_LIMITS, depth: 3 }, new Problems())).toThrow(
      expect.objectContaining({ code: 'rest_invalid_json' }),
    )
  })
})
