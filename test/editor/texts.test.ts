import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textsInCode } from './texts.ts'

const folder = new URL('../../src/apps/editor/texts/', import.meta.url).pathname
const languages = readdirSync(folder)

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe.each(languages)('%s', (file) => {
  const texts: Record<string, string> = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))

  test('has every text of the page, and no others', () => {
    expect(Object.keys(texts).sort()).toEqual(textsInCode())
  })

  test('has the values of each text', () => {
    for (const [english, text] of Object.entries(texts)) {
      expect([english, placeholders(text)]).toEqual([english, placeholders(english)])
      expect(text.trim()).not.toBe('')
    }
  })
})

test('there is German', () => {
  expect(languages).toContain('de.json')
})
