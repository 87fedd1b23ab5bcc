import { describe, expect, test } from 'vitest'
import { presentCost, priceOf, readCost } from '../../src/domain/cost.ts'

const costOf = (input: unknown) => {
  const reading = readCost(input)
  if (!reading.valid || reading.cost === null) throw new Error('no cost')
  return reading.cost
}
const shown = (input: unknown) => presentCost(costOf(input), { symbol: '£', position: 'prefix' })

describe('costs', () => {
  test('a range among them leaves the symbol to each', () => {
    expect(shown(['$1-$2', '$3']).cost_details.currency_symbol).toBe('')
    expect(shown(['$1', '$3']).cost_details.currency_symbol).toBe('$')
  })

  test('what names no currency is of the only one that is named, if it is the only one', () => {
    expect(shown(['$10', '30']).cost).toBe('$10 – $30')
    expect(shown(['$10', '€20', '30']).cost).toBe('$10 – £30')
    expect(shown(['$10', '20$']).cost).toBe('$10 – 20$')
  })

  test.each([
    ['12,345', '12345'],
    ['123,456', '123456'],
    ['1,234,567.8', '1234567.8'],
    ['12.345.678,90', '12345678.90'],
    ['1.234.567', '1234567'],
  ])('%s is the number %s', (text, value) => {
    expect(shown(text).cost_details.values).toEqual([value])
  })

  test.each(['1,234,56', '01.234.567', '1.234.56', 'abc - 10', '10 - abc'])('%s is no amount', (text) => {
    expect(costOf(text)).toMatchObject({ amounts: [], texts: [text] })
  })

  test('a price of words is these words, and nothing for free', () => {
    expect(priceOf(costOf(['a gift', 'Free']))).toBe('a gift, 0')
    expect(priceOf(costOf(['freedom', 'carefree']))).toBe('freedom, carefree')
  })
})
