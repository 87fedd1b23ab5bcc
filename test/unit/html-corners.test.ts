import { describe, expect, test } from 'vitest'
import { decodeReferences } from '../../src/domain/entities.ts'
import { cleanHtml, htmlToText, isWebUrl, plainLine, sanitizeHtml, summaryOf } from '../../src/domain/html.ts'

describe('numeric references', () => {
  test.each([
    ['9', '\t'],
    ['10', '\n'],
    ['11', ''],
    ['13', ''],
    ['31', ''],
    ['32', ' '],
    ['126', '~'],
    ['127', ''],
    ['159', ''],
    ['160', '\u00a0'],
    ['xd7ff', '\ud7ff'],
    ['xd800', ''],
    ['xdfff', ''],
    ['xe000', '\ue000'],
    ['x10ffff', '\u{10ffff}'],
    ['x110000', ''],
  ])('%s', (code, character) => {
    expect(decodeReferences(`a&#${code};b`)).toBe(`a${character}b`)
  })
})

describe('HTML', () => {
  test('comments end at their own end, other declarations at the first bracket', () => {
    expect(sanitizeHtml('a<!-- > -->b')).toBe('ab')
    expect(sanitizeHtml('a<!-- x --!>b')).toBe('ab')
    expect(sanitizeHtml('a<!doctype html>b -->c')).toBe('ab --&gt;c')
    expect(sanitizeHtml('a<?x?>b --> c')).toBe('ab --&gt; c')
  })

  test('of a skipped element nothing is left, however deep it is in its own kind', () => {
    expect(sanitizeHtml('a<svg>b<svg>c</svg>d</svg>e')).toBe('ae')
    expect(sanitizeHtml('a<svg/>b')).toBe('ab')
    expect(sanitizeHtml('a<svg><svg/>b</svg>c')).toBe('ac')
  })

  test('of an attribute given twice the first counts, and one without a value is empty', () => {
    expect(sanitizeHtml('<abbr title="a" title="b">x</abbr>')).toBe('<abbr title="a">x</abbr>')
    expect(sanitizeHtml('<abbr title>x</abbr>')).toBe('<abbr title="">x</abbr>')
  })

  test.each(['&#x61;', '&amp;#97;', '&amp;#x61;', '&amp;amp;', '&amp;x1;', '&amp;lt;'])(
    'an address that decodes any further is dropped: %s',
    (reference) => {
      const html = sanitizeHtml(
        `<a href="https://a.example/?${reference.replace('&#x61;', '&amp;#97')}">x</a>`,
      )
      expect(html).toBe('<a>x</a>')
    },
  )

  test('so is the address of an image', () => {
    expect(sanitizeHtml('<img src="https://a.example/?&amp;lt;">')).toBe('<img>')
    expect(sanitizeHtml('<img src="https://a.example/?a&b">')).toBe('<img src="https://a.example/?a&amp;b">')
  })

  test('is stored without blanks around it', () => {
    expect(cleanHtml(' \n<p>a</p> ')).toBe('<p>a</p>')
  })

  test('an address with ampersands that mean nothing is kept', () => {
    expect(sanitizeHtml('<a href="https://a.example/?a=1&b=2&amp;c=3&#">x</a>')).toBe(
      '<a href="https://a.example/?a=1&amp;b=2&amp;c=3&amp;#">x</a>',
    )
    expect(sanitizeHtml('<a href=" https://a.example/a b\n">x</a>')).toBe(
      '<a href="https://a.example/a b">x</a>',
    )
  })

  test('a summary is as many words as asked for, of whatever pieces', () => {
    const html = '<p>one two</p> <b>three</b> four five'
    expect(summaryOf(html, 5)).toBe('one two three four five')
    expect(summaryOf(html, 4)).toBe('one two three four …')
    expect(summaryOf(html, 2)).toBe('one two …')
    expect(summaryOf('a b &amp; c', 3)).toBe('a b & …')
    expect(htmlToText(html)).toBe('one two three four five')
  })

  test('a name that was escaped again and again is plain, and at last without what could be markup', () => {
    const escaped = (times: number) => {
      let text = '<b>'
      for (let round = 0; round < times; round++) text = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return text
    }
    expect(plainLine(`a${escaped(3)}`)).toBe('a')
    expect(plainLine(`a ${escaped(20)}`)).not.toMatch(/[<&]/)
  })

  test('addresses have a host', () => {
    for (const wrong of ['http:///a', 'https:///a', 'HTTP:///a']) expect(isWebUrl(wrong), wrong).toBe(false)
    for (const right of ['http://a.example/http:///b', 'https://a.example/?u=http:///b'])
      expect(isWebUrl(right), right).toBe(true)
  })
})
