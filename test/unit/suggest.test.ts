import { expect, test } from 'vitest'
import { htmlOf, textOf } from '../../src/pages/suggest/plain-html.ts'
import { TEXTS, textsFor } from '../../src/pages/suggest/texts.ts'

test('the description is text in the form, and HTML that shows just this text', () => {
  const text = 'Bring <b>bread</b> & salt\nand "friends"\n\nSee you'
  expect(htmlOf(text)).toBe(
    '<p>Bring &#60;b&#62;bread&#60;/b&#62; &#38; salt<br>and &#34;friends&#34;</p><p>See you</p>',
  )
  expect(textOf(htmlOf(text))).toBe(text)
  expect(htmlOf('  \n ')).toBe('')
  expect(textOf('<p>A &amp; B&nbsp;C &#8211; &bogus; &#99999999;</p>\n<p>D<br />\nE</p>')).toBe(
    'A & B\u00a0C – &bogus; &#99999999;\n\nD\nE',
  )
})

test('the texts are in the language of the page, and the page can replace them', () => {
  expect(textsFor('de-AT', null)).toEqual(TEXTS.de)
  expect(textsFor('fr', '{"send":"Envoyer","nothing":"x"}')).toEqual({ ...TEXTS.en, send: 'Envoyer' })
  expect(Object.values(TEXTS.de).every((text) => text !== '')).toBe(true)
})
