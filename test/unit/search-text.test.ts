import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, linkedSearchTerms, searchTerms } from '../../src/domain/fold.ts'

describe('folding', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Ærø Œuvre Łódź Đorđe Þór ısı İ', 'aero oeuvre lodz dorde thor isi i'],
    ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ ﬁ', 'full width fi'],
    ['“It’s” a\n\tb\u00a0c', '"it\'s" a b c'],
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
