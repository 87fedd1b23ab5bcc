import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../src/core/schema/openapi.ts'
import { SUGGESTIONS } from '../../src/features/suggestions/about.ts'
import { CODES, codeText, fieldTexts } from '../../src/pages/suggest/refusals.ts'
import { TEXTS, textsFor } from '../../src/pages/suggest/texts.ts'
import { lastDay, webAddress } from '../../src/pages/suggest/typed.ts'
import { memoryStorage } from '../../src/storage/memory.ts'
import { newContact, openPublic, suggested } from './suggesting.ts'

/* What the form says where the calendar refuses a suggestion. */

const OPERATIONS = [
  ['POST', SUGGESTIONS.createSuggestion],
  ['GET', SUGGESTIONS.readSuggestion],
  ['PATCH', SUGGESTIONS.updateSuggestion],
  ['DELETE', SUGGESTIONS.deleteSuggestion],
] as const

const LANGUAGES = Object.entries(TEXTS)

describe.each(LANGUAGES)('the form in %s', (language, texts) => {
  test.each(OPERATIONS)('has words for every code of %s', (method, about) => {
    const codes = [...errorsOf(about, method)]
    expect(codes.filter((code) => !Object.hasOwn(CODES, code))).toEqual([])
    for (const code of codes) expect(codeText(texts, code)).not.toBe('')
    if (language !== 'en')
      expect(codes.filter((code) => codeText(texts, code) === codeText(TEXTS.en, code))).toEqual([])
  })

  test('has words of its own for every wrong value that can be sent', async () => {
    const { ask } = openPublic(memoryStorage())
    const values = [
      '',
      ' ',
      'x',
      'x'.repeat(3000),
      'x'.repeat(900_000),
      '32 May',
      'www.example.org',
      7,
      {},
      ['x', {}],
    ]
    const own = new Set(Object.values(texts).map((text) => text.replace('{n}', '')))
    const names = [
      ...Object.keys(suggested()),
      'venue',
      'organizer',
      'website',
      'cost',
      'categories',
      'description',
    ]
    let told = 0
    for (const name of names) {
      const contacts = values.flatMap((value) => [{ email: value }, { email: 'a@b.example', name: value }])
      for (const value of name === 'contact' ? [...values, ...contacts] : values) {
        const { status, body } = await ask(
          'POST',
          '/suggestions',
          suggested({ contact: newContact(), [name]: value }),
        )
        if (status === 201 || status === 413) continue
        const found = fieldTexts(texts, Object(body.data).params)
        expect([name, body, Object.keys(found).length > 0]).toEqual([name, body, true])
        for (const text of Object.values(found)) {
          told++
          expect([text, own.has(text.replace(/\d+/, ''))]).toEqual([text, true])
        }
      }
    }
    expect(told).toBeGreaterThan(20)
  })
})

describe('in German', () => {
  const texts = textsFor('de', null)
  test.each([
    [{ website: 'must be an absolute http or https URL' }, { website: texts.webAddress }],
    [{ contact: 'must be an object' }, { email: texts.mailAddress }],
    [
      { contact: 'email is missing; name must be at most 200 characters' },
      { email: texts.missing, name: 'Das ist zu lang: höchstens 200.' },
    ],
    [{ end_date: 'is before the start' }, { end_date: 'Das Ende liegt vor dem Beginn.' }],
    [{ start_date: 'is not a date: "32 May"' }, { start_date: 'Das ist kein Datum.' }],
    [{ toString: 'says something new' }, { toString: texts.notTaken }],
    [['title', 'contact'], { title: texts.missing, email: texts.missing }],
    [undefined, {}],
  ])('%j is %j', (params, found) => {
    expect(fieldTexts(texts, params)).toEqual(found)
  })

  test.each(['rest_something_new', 'toString', undefined, 7])('the code %s is said in general', (code) => {
    expect(codeText(texts, code)).toBe(texts.failed)
  })
})

test.each([
  ['www.example.org', 'https://www.example.org'],
  [' example.org/fair?a=b#c ', 'https://example.org/fair?a=b#c'],
  ['müller.example:8080', 'https://müller.example:8080'],
  ['http://example.org', 'http://example.org'],
  ['HTTPS://example.org', 'HTTPS://example.org'],
  ['ftp://example.org', 'ftp://example.org'],
  ['mia@example.org', 'mia@example.org'],
  ['none', 'none'],
  ['10.50', '10.50'],
  ['see example.org', 'see example.org'],
  ['', ''],
])('the address %j is %j', (typed, address) => {
  expect(webAddress(typed)).toBe(address)
})

test.each([
  ['2027-05-01', '22:00', '02:00', '2027-05-02'],
  ['2027-12-31', '22:00', '00:00', '2028-01-01'],
  ['2027-05-01', '22:00', '22:00', '2027-05-01'],
  ['2027-05-01', '10:00', '12:00', '2027-05-01'],
  ['2027-05-01', '', '02:00', '2027-05-01'],
  ['2027-05-01', '22:00', '', '2027-05-01'],
  ['', '22:00', '02:00', ''],
])('from %s %s to %s without an end date, it ends on %s', (day, from, to, last) => {
  expect(lastDay(day, from, to)).toBe(last)
})
