import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReserved, numbered, slugify, slugKey, withEnding } from '../../src/core/domain/text/slug.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc
    .array(
      fc.constantFrom(
        '%',
        '%e7',
        '%E7%A5%AD',
        '%20',
        '%25',
        '祭',
        'é',
        'ß',
        '-',
        '_',
        '.',
        '&amp;',
        '<b>',
        'Σ',
        'a',
      ),
    )
    .map((pieces) => pieces.join('')),
)

describe('slugs', () => {
  test.each([
    ['Ñandú & Ærø', 'nandu-aero'],
    ['AC/DC live', 'ac-dc-live'],
    ["Summer '27: Rock n Roll!", 'summer-27-rock-n-roll'],
    ['v1.2 a_b', 'v1-2-a_b'],
    ['Größe', 'grose'],
    ['  Two   spaces ', 'two-spaces'],
    ['My Own Slug!', 'my-own-slug'],
    ['ÜBER', 'uber'],
    ['a/b', 'a-b'],
    ['123', '123'],
    ['0', '0'],
    ['The Old Barn, No. 7!', 'the-old-barn-no-7'],
    ["Joe's Café", 'joes-cafe'],
    ['5 < 6 and 7 > 2', '5-6-and-7-2'],
    ['Łódź – Đorđe — œuvre ø þ ı', 'lodz-dorde-oeuvre-o-th-i'],
    ['Việt Nam, Ångström, ﬁn, Ａ', 'viet-nam-angstrom-fin-a'],
    ['€uro £5 $6 ©', 'euro-5-6'],
    ['2 × 4', '2-x-4'],
    ['“Curly” ‘quotes’ «and» ¿more?', 'curly-quotes-and-more'],
    ['<b>Bread</b> &amp; &quot;Butter&quot;', 'bread-butter'],
    ['caf&eacute;', 'cafe'],
    ['a - b -- c', 'a-b-c'],
    ['-trim-', 'trim'],
    ['encore__trashed', 'encore__trashed'],
    ['100% fun', '100-fun'],
    ['!!!', ''],
    ['', ''],
  ])('%j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test.each([
    ['祭り 2027', '%e7%a5%ad%e3%82%8a-2027'],
    ['🎉 Party', '%f0%9f%8e%89-party'],
    ['Привет', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82'],
    ['й', '%d0%b9'],
    ['が', '%e3%81%8c'],
    ['%E7%A5%AD', '%e7%a5%ad'],
    ['%e7%a5%ad-x', '%e7%a5%ad-x'],
    ['❤️', '%e2%9d%a4'],
  ])('letters of other scripts are percent-encoded: %j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test.each([
    ['%C3%9Cber', 'uber'],
    ['a%20b', 'a-b'],
    ['a%2Fb', 'a-b'],
    ['50%25', '50'],
    ['%e7%a5', 'e7a5'],
    ['%ff', 'ff'],
  ])('escapes stand for their letters, if there are such: %j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  test('of ASCII are what they are beside other letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
        const slug = slugify(text)
        expect(slugify(`é ${text}`)).toBe(slug === '' ? 'e' : `e-${slug}`)
      }),
      { numRuns: 2000 },
    )
  })

  test('are at most 200 characters, cut between letters', () => {
    expect(slugify('a'.repeat(300))).toBe('a'.repeat(200))
    expect(slugify('祭'.repeat(50))).toBe('%e7%a5%ad'.repeat(22))
    expect(slugify(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
  })

  test('are well-formed and their own slugs, whatever they are made from', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const slug = slugify(text)
        expect(slug).toMatch(/^(?!-)(?:[a-z\d_-]|%[\da-f]{2}){0,200}(?<!-)$/)
        expect(slug).not.toContain('--')
        expect(slug.length).toBeLessThanOrEqual(200)
        expect(slugify(decodeURIComponent(slug))).toBe(slug)
        expect(slugify(slug)).toBe(slug)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('slugs in paths', () => {
  test.each([
    ['brand new', 'brand-new'],
    ['BRAND-New', 'brand-new'],
    ['祭', '%e7%a5%ad'],
    ['%E7%A5%AD', '%e7%a5%ad'],
    ['🎉-party', '%f0%9f%8e%89-party'],
    ['x__trashed', 'x__trashed'],
  ])('%j looks for %j', (path, slug) => {
    expect(slugKey(path)).toBe(slug)
  })
})

describe('slugs that are shared', () => {
  test('are numbered within their length', () => {
    expect(numbered('gala', 2)).toBe('gala-2')
    expect(numbered('a'.repeat(200), 12)).toBe(`${'a'.repeat(197)}-12`)
    expect(numbered('%e7%a5%ad'.repeat(22), 12)).toBe(`${'%e7%a5%ad'.repeat(21)}-12`)
    expect(withEnding('a'.repeat(200), '__trashed')).toBe(`${'a'.repeat(191)}__trashed`)
    expect(withEnding('', '__trashed')).toBe('__trashed')
  })

  test('stay their own slugs', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 99999 }), (text, n) => {
        fc.pre(slugify(text) !== '')
        const slug = numbered(slugify(text), n)
        expect(slug.length).toBeLessThanOrEqual(200)
        expect(slugKey(slug)).toBe(slug)
      }),
    )
  })

  test.each([
    ['feed', true],
    ['embed', true],
    ['feeds', false],
    ['feed-2', false],
  ])('%s is kept by sites: %s', (slug, reserved) => {
    expect(isReserved(slug)).toBe(reserved)
  })
})

describe('slugs at their limits', () => {
  test('have one hyphen where there were several, and none at their ends', () => {
    expect(slugify('a . / b')).toBe('a-b')
    expect(slugify('--a--')).toBe('a')
    expect(slugify(`${'a'.repeat(198)}---b`)).toBe(`${'a'.repeat(198)}-b`)
    expect(withEnding(`${'a'.repeat(197)}--b`, '-2')).toBe(`${'a'.repeat(197)}-2`)
  })

  test('of two hundred characters stay', () => {
    expect(slugify('a'.repeat(200))).toBe('a'.repeat(200))
    expect(slugify('a'.repeat(201))).toBe('a'.repeat(200))
  })

  test('begin with no mark', () => {
    expect(slugify('\u0301a')).toBe('a')
  })
})
