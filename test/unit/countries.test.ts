import { expect, test } from 'vitest'
import { isSameCountry } from '../../src/core/domain/records/countries.ts'
import { likeness } from '../../src/core/domain/records/same-town.ts'

test.each([
  ['US', 'United States'],
  ['USA', 'United States'],
  ['U.S.A.', 'us'],
  ['United States of America', 'Vereinigte Staaten'],
  ['DE', 'Germany'],
  ['Deutschland', 'GERMANY'],
  ['Österreich', 'Austria'],
  ['Osterreich', 'AT'],
  ['Schweiz', 'CH'],
  ['UK', 'United Kingdom'],
  ['GB', 'Vereinigtes Königreich'],
  ['España', 'Spain'],
  ['日本', 'Japan'],
])('%s and %s are one country', (one, other) => {
  expect(isSameCountry(one, other)).toBe(true)
})

test.each([
  ['AT', 'Australia'],
  ['Germany', 'Deutschland (West)'],
  ['Georgia', 'Georgien?'],
  ['Niger', 'Nigeria'],
  ['Nowhere', 'Neverland'],
  ['', 'DE'],
])('%j and %j are not', (one, other) => {
  expect(isSameCountry(one, other)).toBe(false)
})

test('a venue of one town and name is the same, however its country is written', () => {
  expect(likeness({ city: 'Salem', country: 'US' }, { city: 'Salem', country: 'United States' })).toBe(2)
  expect(likeness({ city: 'Salem', country: 'US' }, { city: 'Salem', country: 'Germany' })).toBe(undefined)
})
