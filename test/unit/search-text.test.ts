import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, linkedSearchTerms, searchTerms } from '../../src/core/domain/text/fold.ts'

describe('folding', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Ærø Œuvre Łódź Đorđe Þór ısı İ', 'aero oeuvre lodz dorde thor isi i'],
    ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ ﬁ', 'full width fi'],
    ['“It’s” a\n\tb\u00a0c', '"it\'s" a b c'],
    ['Wan\u00adder\u200bweg\ufeff \u2060a\u200d\ufe0fb\u034fc\u180e\u115f\u{e0041}', 'wanderweg abc'],
    ['A\u2010B\u2011C\u2012D\u2013E\u2014F\u2015G\u2212H\ufe58I\uff0dJ\u301cK', 'a-b-c-d-e-f-g-h-i-j-k'],
    ['«Oh» ‹ja› „nein‟ ‚so‛', '"oh" \'ja\' "nein" \'so\''],
    ['東京の夜', '東京の夜'],
    ['ガーデン', 'ガーデン'],
    ['한국어', '한국어'],
    ['हिन्दी की', 'हिन्दी की'],
    ['مُحَمَّد', 'محمد'],
    ['0', '0'],
  ])('%j is searched as %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('does nothing to what is folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('what a search for events looks for', () => {
  test.each<[search: string, all: string[], none: string[]]>([
    ['lantern', ['lantern'], []],
    ['LANTERN', ['lantern'], []],
    ['  fox   silver  ', ['fox', 'silver'], []],
    ['fox,silver', ['fox', 'silver'], []],
    ['"silver fox"', ['silver fox'], []],
    ['"silver fox" night', ['silver fox', 'night'], []],
    ['“fox is silver”', ['fox is silver'], []],
    ['"silver fox', ['silver fox'], []],
    ['12" vinyl', ['12', 'vinyl'], []],
    ['open -choir', ['open'], ['choir']],
    ['-rehearsal', [], ['rehearsal']],
    ['-Crème', [], ['creme']],
    ['open -"male choir"', ['open'], ['male choir']],
    ['well-known', ['well-known'], []],
    ['salt - pepper', ['salt', 'pepper'], []],
    ['-', ['-'], []],
    ['salt & pepper', ['salt', '&', 'pepper'], []],
    ['&amp;', ['&amp;'], []],
    ['c++', ['c++'], []],
    ['50% e_n * ?', ['50%', 'e_n', '*', '?'], []],
    ["cook's", ["cook's"], []],
    ["'cotton'", ['cotton'], []],
    ['‘cotton’ "silk" «wool»', ['cotton', 'silk', 'wool'], []],
    ["''cotton candy'", ['cotton', 'candy'], []],
    ["rock 'n' roll", ['rock', 'roll'], []],
    ["cooks' day", ['cooks', 'day'], []],
    ["'", ["'"], []],
    ['jazz – rock', ['jazz', 'rock'], []],
    ['jazz –rock', ['jazz', 'rock'], []],
    ['2026–2027', ['2026-2027'], []],
    ['wan\u00adderweg', ['wanderweg'], []],
    ['résumé', ['resume'], []],
    ['東京 夜', ['東京', '夜'], []],
    ['the river', ['river'], []],
    ['river of x', ['river'], []],
    ['a river in the', ['river'], []],
    ['The', ['the'], []],
    ['of', ['of'], []],
    ['x', ['x'], []],
    ['this and that', ['and'], []],
    ['of the', ['of the'], []],
    ['"the"', ['the'], []],
    ['0', ['0'], []],
    ['fox fox Fox', ['fox'], []],
    ['\\', ['\\'], []],
    [' ', [' '], []],
    ['"', ['"'], []],
    [
      'one two three four five six seven eight nine',
      'one two three four five six seven eight nine'.split(' '),
      [],
    ],
    ['0 1 2 3 4 5 6 7 8 9', ['0 1 2 3 4 5 6 7 8 9'], []],
    ['\u0301', ['\u0301'], []],
  ])('%j', (search, all, none) => {
    expect(searchTerms(search)).toEqual({ all, none })
  })
})

describe('what a search for venues and organizers looks for', () => {
  test.each<[search: string, terms: string[]]>([
    ['alpha', ['alpha']],
    ['Street Elm', ['street', 'elm']],
    ['555-1234', ['555-1234']],
    ['a.b@c.example', ['a', 'b', 'c', 'example']],
    ['Café de la Gare', ['cafe', 'de', 'la', 'gare']],
    ['東京・夜', ['東京', '夜']],
    ['Дом культуры', ['дом', 'культуры']],
    ['हिन्दी', ['हिन्दी']],
    ['the', ['the']],
    ['-x', ['-x']],
    ['0', ['0']],
    ['***', ['***']],
    [' ', [' ']],
  ])('%j', (search, terms) => {
    expect(linkedSearchTerms(search)).toEqual(terms)
  })
})

describe('searching', () => {
  test('of plain text keeps single blanks and folds longer ones', () => {
    expect(fold('A b  c   d')).toBe('a b c d')
  })

  test('thirty marks on a letter count, and no more', () => {
    const marks = (count: number) => `\u0915${'\u093f'.repeat(count)}`
    expect(fold(marks(30))).toBe(marks(30))
    expect(fold(marks(31))).toBe(marks(30))
    expect(fold(marks(500))).toBe(marks(30))
  })

  test('for too many words is for the whole text', () => {
    const words = (count: number, minus: number) =>
      [...'bcdfghjklmnp'].slice(0, count).map((letter, at) => `${at < minus ? '-' : ''}${letter}${letter}`)
    expect(searchTerms(words(9, 2).join(' '))).toMatchObject({ none: ['bb', 'cc'] })
    expect(searchTerms(words(10, 2).join(' '))).toEqual({ all: [words(10, 2).join(' ')], none: [] })
    expect(searchTerms(' " the " ').all).toEqual(['the'])
  })

  test('for nothing that is a word is for the text', () => {
    expect(linkedSearchTerms('?!')).toEqual(['?!'])
    expect(linkedSearchTerms('\u0301')).toEqual(['\u0301'])
  })
})

/*
 * The exact behaviour where `themes/found.ts` holds that it is quick.
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
