import { describe, expect, test } from 'vitest'
import { MAX_PAIRS, noParams, readPairs } from '../../src/core/http/pairs.ts'
import { dropUnsafe, unsafeValue } from '../../src/core/mount/unsafe-values.ts'
import { Problems } from '../../src/errors.ts'
import { DEFAULT_LIMITS } from '../../src/limits.ts'

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
    // All of them for a parameter that takes a list, the last one for others.
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a+b=c+d', { 'a b': 'c d' }],
    ['a%20b=%C3%A9', { 'a b': 'é' }],
    ['a=%2B', { a: '+' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[2]=2', { a: ['1', '2'] }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['a[][]=1', { a: [['1']] }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b]=1&a=2', { a: '2' }],
  ])('%s', (text, params) => {
    expect(read(text)).toEqual({ params, wrong: '' })
  })

  test.each([
    ['%=1', '%=1 has an invalid percent escape'],
    ['a=%', 'a has an invalid percent escape'],
    ['a[b]=%zz', 'a has an invalid percent escape'],
    ['=1', ' is not a valid parameter name'],
    ['[a]=1', '[a] is not a valid parameter name'],
    ['a[b=1', 'a is not a valid parameter name'],
    ['a[b]c=1', 'a is not a valid parameter name'],
    ['__proto__=1', '__proto__ is a reserved name'],
    ['a[__proto__]=1', 'a is a reserved name'],
    ['a[b][constructor]=1', 'a is a reserved name'],
    ['a[prototype]=1', 'a is a reserved name'],
    ['a[b][c][d]=1', 'a is nested deeper than 3 levels'],
  ])('%s is refused, and what is beside it read', (text, wrong) => {
    expect(read(`${text}&fine=1`)).toEqual({ params: { fine: '1' }, wrong })
  })

  test('may be two levels deep of three, since the object that they are in is one', () => {
    expect(read('a[b][c]=1')).toEqual({ params: { a: { b: { c: '1' } } }, wrong: '' })
  })

  test('long names are cut in messages', () => {
    const long = 'n'.repeat(100)
    expect(read(`%${long}=1`).wrong).toBe(`%${'n'.repeat(79)} has an invalid percent escape`)
    expect(read(`${long}[=1`).wrong).toBe(`${'n'.repeat(80)} is not a valid parameter name`)
    expect(read(`[${long}]=1`).wrong).toBe(`[${'n'.repeat(79)} is not a valid parameter name`)
  })

  test('are as many as the limit, and one more is none at all', () => {
    const most = Array.from({ length: MAX_PAIRS }, (_, at) => `n${at}=`).join('&')
    expect(Object.keys(read(most).params)).toHaveLength(2000)
    expect(read(`${most}&more=1`)).toEqual({ params: {}, wrong: ' more than 2000 parameters' })
  })

  test('objects without a prototype take them', () => {
    expect(Object.getPrototypeOf(noParams())).toBeNull()
    const params = readPairs('a[b]=1', new Problems(), limits)
    expect(Object.getPrototypeOf(params)).toBeNull()
    expect(Object.getPrototypeOf(params.a)).toBeNull()
  })
})

describe('lists in brackets', () => {
  test.each([
    // The index after the highest one, wherever that came.
    ['a[1]=x&a[]=y', { a: ['x', 'y'] }],
    ['a[]=x&a[0]=y', { a: ['y'] }],
    ['a[]=x&a[5]=y&a[]=z', { a: ['x', 'y', 'z'] }],
    ['a[5]=x&a[1]=y&a[]=z&a[6]=w', { a: ['x', 'y', 'w'] }],
    ['a[b]=x&a[]=y', { a: { b: 'x', 0: 'y' } }],
    ['a[b]=x&a[3]=y&a[]=z', { a: { b: 'x', 3: 'y', 4: 'z' } }],
    // A number in any other spelling is a name.
    ['a[01]=x&a[]=y', { a: ['x', 'y'] }],
    ['a[1e1]=x&a[]=y', { a: { '1e1': 'x', 0: 'y' } }],
    ['a[999999999999999]=x&a[]=y', { a: ['x', 'y'] }],
    ['a[1][b]=x&a[][b]=y', { a: [{ b: 'x' }, { b: 'y' }] }],
    ['a[b][1]=x&a[b][]=y', { a: { b: ['x', 'y'] } }],
    // In the order sent.
    ['a[2]=x&a[0]=y', { a: ['x', 'y'] }],
    ['a[2]=x&a[0]=y&a[2]=z', { a: ['z', 'y'] }],
    // A plain value ends what came before.
    ['a[7]=x&a=y&a[]=z', { a: ['z'] }],
    ['a[1000000]=x', { a: ['x'] }],
    ['a[0]=x&a[b]=y', { a: { 0: 'x', b: 'y' } }],
    ['a[x0]=x', { a: { x0: 'x' } }],
    ['a[b][0][0]=x', { a: { b: [['x']] } }],
    ['0[0]=x&b=y', { 0: ['x'], b: 'y' }],
  ])('%s', (text, params) => {
    const problems = new Problems()
    const found = readPairs(text, problems, { depth: 5 })
    expect(JSON.parse(JSON.stringify(found))).toEqual(params)
    expect(problems.summary()).toBe('')
  })

  test('objects keep the order sent', () => {
    const { a } = readPairs('a[c]=1&a[b]=2&a[a]=3', new Problems(), limits)
    expect(Object.keys(Object(a))).toEqual(['c', 'b', 'a'])
  })

  test('may be as many pairs as a request may hold', () => {
    const text = Array.from({ length: MAX_PAIRS }, () => 'a[]=x').join('&')
    expect(readPairs(text, new Problems(), limits).a).toHaveLength(MAX_PAIRS)
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
    expect(unsafeValue(value, { depth: 3, list: 10 })).toBe(reason)
  })

  test('a list or object has ten thousand entries at most, or as many as fields may', () => {
    const entries = (count: number) => Array.from({ length: count }, () => 0)
    const few = { depth: 3, list: 10 }
    const many = { depth: 3, list: 10_001 }
    const reason = 'must not hold more than 10000 entries'
    expect(unsafeValue(entries(10_000), few)).toBeUndefined()
    expect(unsafeValue(entries(10_001), few)).toBe(reason)
    expect(unsafeValue({ ...entries(10_001) }, few)).toBe(reason)
    expect(unsafeValue({ a: [entries(10_001)] }, few)).toBe(reason)
    expect(unsafeValue(entries(10_001), many)).toBeUndefined()
    expect(unsafeValue(entries(10_002), many)).toBe('must not hold more than 10001 entries')
  })

  test('is taken out and named, and the rest stays', () => {
    const problems = new Problems()
    const safe = dropUnsafe({ a: '\0', b: 'fine', ['n'.repeat(100)]: '\ud800' }, DEFAULT_LIMITS, problems)
    expect(safe).toEqual({ b: 'fine' })
    expect(problems.summary()).toBe(`a ${NUL}; ${'n'.repeat(80)} ${LONE}`)
  })

  test('what is too deep refuses the whole body', () => {
    const deep = { a: [[[]]] }
    expect(dropUnsafe(deep, { ...DEFAULT_LIMITS, depth: 4 }, new Problems())).toEqual(deep)
    expect(() => dropUnsafe(deep, { ...DEFAULT_LIMITS, depth: 3 }, new Problems())).toThrow(
      expect.objectContaining({ code: 'rest_invalid_json' }),
    )
  })
})
