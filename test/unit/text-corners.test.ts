import { describe, expect, test } from 'vitest'
import { fold, linkedSearchTerms, searchTerms } from '../../src/domain/fold.ts'
import { slugify, withEnding } from '../../src/domain/slug.ts'

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

describe('slugs', () => {
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
