import { describe, expect, test } from 'vitest'
import { fold } from '../../src/domain/fold.ts'
import { at, expectWrong, openCalendar } from '../routes/calendar.ts'
import { GOOD } from '../routes/sending.ts'

/*
 * The exact behaviour where `corpus/found.ts` holds that it is quick.
 */

describe('folding', () => {
  // Signs of Hebrew, which are no accents and stay.
  const signs = (count: number) => '\u05b0'.repeat(count)

  test('keeps 30 marks in a row, and leaves out the rest', () => {
    expect(fold(`\u05d0${signs(30)}x`)).toBe(`\u05d0${signs(30)}x`)
    expect(fold(`\u05d0${signs(31)}x${signs(40)}y`)).toBe(`\u05d0${signs(30)}x${signs(30)}y`)
    expect(fold(`${signs(100)}\uff9e`)).toBe(signs(30))
  })

  test('makes one blank of white space of any kind and length', () => {
    expect(fold('é  a \t\n b\u00a0c\u2003 d e\u3000f')).toBe('e a b c d e f')
  })
})

describe('lists and objects in a body', () => {
  const listOf = (length: number) => Array.from({ length }, () => 0)

  test('hold 10,000 entries at most, wherever they are, and the field is named', async () => {
    const { ask } = openCalendar()
    expect((await ask('POST', '/events', { ...GOOD, x: listOf(10_000) })).status).toBe(201)
    for (const value of [listOf(10_001), { y: listOf(10_001) }, [[listOf(10_001)]], { ...listOf(10_001) }]) {
      const answer = await ask('POST', '/events', { ...GOOD, x: value, status: 'open' })
      expectWrong(answer, 'x', 'status')
      expect(at(answer.body, 'data', 'params', 'x')).toBe('must not hold more than 10000 entries')
    }
  })

  test('may hold as many as the option `list` says, where that is more', async () => {
    const { ask } = openCalendar({ limits: { list: 20_000 } })
    expect((await ask('POST', '/events', { ...GOOD, x: listOf(20_000) })).status).toBe(201)
    expectWrong(await ask('POST', '/events', { ...GOOD, x: listOf(20_001) }), 'x')
  })
})
