import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { presentCost, priceOf } from '../../src/core/domain/records/cost.ts'
import { readCost } from '../../src/core/domain/records/read-cost.ts'

const DOLLAR = { symbol: '$', position: 'prefix' } as const

function shown(input: unknown, site: { symbol: string; position: 'prefix' | 'postfix' } = DOLLAR) {
  const reading = readCost(input)
  if (!reading.valid) throw new Error('refused')
  return presentCost(reading.cost, site)
}

function price(input: unknown): string | null {
  const reading = readCost(input)
  if (!reading.valid) throw new Error('refused')
  return reading.cost === null ? null : priceOf(reading.cost)
}

type Row = [
  input: unknown,
  cost: string,
  values: string[],
  symbol?: string,
  position?: '' | 'prefix' | 'postfix',
]

const AMOUNTS: Row[] = [
  [10, '$10', ['10']],
  [10.5, '$10.5', ['10.5']],
  ['10', '$10', ['10']],
  ['10.00', '$10.00', ['10.00']],
  ['3.333', '$3.333', ['3.333']],
  ['1000000', '$1000000', ['1000000']],
  ['.50', '$.50', ['.50']],
  ['  10  ', '$10', ['10']],
  ['$10', '$10', ['10'], '$', 'prefix'],
  ['€10', '€10', ['10'], '€', 'prefix'],
  ['£5.50', '£5.50', ['5.50'], '£', 'prefix'],
  ['$ 10', '$10', ['10'], '$', 'prefix'],
  ['USD 10', 'USD10', ['10'], 'USD', 'prefix'],
  ['CHF 20', 'CHF20', ['20'], 'CHF', 'prefix'],
  ['US$5', 'US$5', ['5'], 'US$', 'prefix'],
  ['R$ 50', 'R$50', ['50'], 'R$', 'prefix'],
  ['10$', '10$', ['10'], '$', 'postfix'],
  ['10€', '10€', ['10'], '€', 'postfix'],
  ['10 USD', '10USD', ['10'], 'USD', 'postfix'],
  ['150kr', '150kr', ['150'], 'kr', 'postfix'],
  ['20 zł', '20zł', ['20'], 'zł', 'postfix'],
]

const SEPARATORS: Row[] = [
  ['10,50', '$10,50', ['10.50']],
  ['7,5', '$7,5', ['7.5']],
  ['1,000', '$1,000', ['1000']],
  ['€ 10,50', '€10,50', ['10.50'], '€', 'prefix'],
  ['1,000.50', '$1,000.50', ['1000.50']],
  ['1.000,50 €', '1.000,50€', ['1000.50'], '€', 'postfix'],
  ['1,000,000', '$1,000,000', ['1000000']],
  ['1.000.000', '$1.000.000', ['1000000']],
  ['1,000,000.5', '$1,000,000.5', ['1000000.5']],
  ['1 000,50 kr', '1 000,50kr', ['1000.50'], 'kr', 'postfix'],
  ["CHF 1'000", 'CHF1&#39;000', ['1000'], 'CHF', 'prefix'],
  ['0,500', '$0,500', ['0.500']],
  ['1234,567', '$1234,567', ['1234.567']],
]

const RANGES: Row[] = [
  ['10-25', '$10 – $25', ['10', '25']],
  ['10 - 25', '$10 – $25', ['10', '25']],
  ['10 – 25', '$10 – $25', ['10', '25']],
  ['25-10', '$10 – $25', ['10', '25']],
  ['5 to 20', '$5 – $20', ['5', '20']],
  ['10-10', '$10', ['10']],
  ['$20-$40', '$20 – $40', ['20', '40']],
  ['$1,000 - $2,500', '$1,000 – $2,500', ['1000', '2500']],
  ['€30-€60', '€30 – €60', ['30', '60']],
  ['$10-25', '$10 – $25', ['10', '25']],
  ['10-25 €', '10€ – 25€', ['10', '25']],
  ['Free - 20', 'Free – $20', ['0', '20']],
  ['free to €20', 'Free – €20', ['0', '20']],
  ['0-20', 'Free – $20', ['0', '20']],
]

const LISTS: Row[] = [
  [['10', '25'], '$10 – $25', ['10', '25']],
  [[10, 25], '$10 – $25', ['10', '25']],
  [['$10', '$25'], '$10 – $25', ['10', '25'], '$', 'prefix'],
  [['30', '10', '20'], '$10 – $30', ['10', '20', '30']],
  [['9', '10', '100'], '$9 – $100', ['9', '10', '100']],
  [['€5', '$6'], '€5 – $6', ['5', '6']],
  [['€5', '$5'], '€5 – $5', ['5']],
  [['€5', 10], '€5 – €10', ['5', '10']],
  [['Free', '20'], 'Free – $20', ['0', '20']],
  [['Free', '€20'], 'Free – €20', ['0', '20'], '€', 'prefix'],
  [['10-20', '30'], '$10 – $30', ['10', '20', '30']],
  [['10', '10.00'], '$10', ['10', '10.00']],
  [['', '10'], '$10', ['10']],
  [['VIP', '10'], 'VIP, 10', ['vip', '10']],
]

const ZEROS: Row[] = [
  [0, 'Free', ['0']],
  ['0', 'Free', ['0']],
  [-0, 'Free', ['0']],
  ['$0', 'Free', ['0'], '$', 'prefix'],
  ['0.00', 'Free', ['0.00']],
]

const WORDS: Row[] = [
  ['Free', 'Free', ['free']],
  ['free', 'free', ['free']],
  ['Donation', 'Donation', ['donation']],
  ['Pay what you can', 'Pay what you can', ['pay-what-you-can']],
  ['-5', '-5', ['5']],
  [-5, '-5', ['5']],
  ['5 per person', '5 per person', ['5']],
  ['Ages 5 to 9 eat free', 'Ages 5 to 9 eat free', ['5', '9']],
  ['1.2.3', '1.2.3', ['1-2-3']],
  ['10,00,000.0.0', '10,00,000.0.0', ['1000000-0-0']],
  ['2027-05-05', '2027-05-05', ['05', '2027']],
  ['VIP 10', 'VIP 10', ['10']],
  ['18+', '18+', ['18']],
  ['1e3', '1e3', ['1', '3']],
  ['$10/$20, 5', '$10/$20, 5', ['5', '10', '20']],
  ['Tea & cake', 'Tea &amp; cake', ['tea-cake']],
  ['<b>Free</b>', 'Free', ['free']],
  ['<script>x</script>10', '$10', ['10']],
  ['???', '???', []],
]

const NONE: Row[] = [
  ['', '', []],
  [null, '', []],
  [false, '', []],
  [[], '', []],
  ['   ', '', []],
  [[''], '', []],
]

describe.each([
  ['amounts and currencies', AMOUNTS],
  ['separators (D16)', SEPARATORS],
  ['ranges (D16)', RANGES],
  ['lists', LISTS],
  ['zero is Free (D16)', ZEROS],
  ['text that is no amount stays as it is (D16)', WORDS],
  ['no cost', NONE],
])('%s', (_, rows) => {
  test.each(rows)('%j is shown as %j', (input, cost, values, symbol = '', position = '') => {
    expect(shown(input)).toEqual({
      cost,
      cost_details: { currency_symbol: symbol, currency_code: '', currency_position: position, values },
    })
  })
})

test('the currency of the site is used where none is named, and is no detail', () => {
  const euro = { symbol: '€', position: 'postfix' } as const
  expect(shown('10-25', euro).cost).toBe('10€ – 25€')
  expect(shown('10', euro).cost_details).toMatchObject({ currency_symbol: '', currency_position: '' })
  expect(shown('$10', euro).cost).toBe('$10')
})

test.each([
  [true],
  [{}],
  [{ 0: '10' }],
  [[[1]]],
  [[null]],
  [[true]],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [undefined],
])('%j is no cost', (input) => {
  expect(readCost(input)).toEqual({ valid: false })
})

test.each([
  ['$12', '12'],
  ['1.000,50 €', '1000.50'],
  ['10-20', '10 – 20'],
  ['Free', '0'],
  ['$0', '0'],
  ['Free - 20', '0 – 20'],
  ['Tea & cake', 'Tea & cake'],
  ['', null],
])('the price of %j is %j', (input, expected) => {
  expect(price(input)).toBe(expected)
})

test('survives being stored, and any input', () => {
  const entry = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc
      .array(fc.constantFrom('1', '0', ',', '.', ' ', '-', '$', '€', 'USD', 'Free', 'to', 'kr'))
      .map((p) => p.join('')),
  )
  fc.assert(
    fc.property(fc.oneof(entry, fc.array(entry), fc.anything()), (input) => {
      const reading = readCost(input)
      if (!reading.valid || reading.cost === null) return
      const stored = JSON.parse(JSON.stringify(reading.cost))
      expect(presentCost(stored, DOLLAR)).toEqual(presentCost(reading.cost, DOLLAR))
      expect(priceOf(stored)).not.toBe('')
    }),
  )
})

const costOf = (input: unknown) => {
  const reading = readCost(input)
  if (!reading.valid || reading.cost === null) throw new Error('no cost')
  return reading.cost
}
const inPounds = (input: unknown) => presentCost(costOf(input), { symbol: '£', position: 'prefix' })

describe('costs', () => {
  test('a range among them leaves the symbol to each', () => {
    expect(inPounds(['$1-$2', '$3']).cost_details.currency_symbol).toBe('')
    expect(inPounds(['$1', '$3']).cost_details.currency_symbol).toBe('$')
  })

  test('what names no currency is of the only one that is named, if it is the only one', () => {
    expect(inPounds(['$10', '30']).cost).toBe('$10 – $30')
    expect(inPounds(['$10', '€20', '30']).cost).toBe('$10 – £30')
    expect(inPounds(['$10', '20$']).cost).toBe('$10 – 20$')
  })

  test.each([
    ['12,345', '12345'],
    ['123,456', '123456'],
    ['1,234,567.8', '1234567.8'],
    ['12.345.678,90', '12345678.90'],
    ['1.234.567', '1234567'],
  ])('%s is the number %s', (text, value) => {
    expect(inPounds(text).cost_details.values).toEqual([value])
  })

  test.each(['1,234,56', '01.234.567', '1.234.56', 'abc - 10', '10 - abc'])('%s is no amount', (text) => {
    expect(costOf(text)).toMatchObject({ amounts: [], texts: [text] })
  })

  test('a price of words is these words, and nothing for free', () => {
    expect(priceOf(costOf(['a gift', 'Free']))).toBe('a gift, 0')
    expect(priceOf(costOf(['freedom', 'carefree']))).toBe('freedom, carefree')
  })
})
