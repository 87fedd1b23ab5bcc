import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeWords, faultWords } from '../../src/apps/editor/browser/refusals.ts'
import { useLanguage } from '../../src/apps/editor/browser/texts.ts'
import { ERRORS } from '../../src/errors.ts'

const source = readFileSync(new URL('../../src/apps/editor/browser/refusals.ts', import.meta.url), 'utf8')

describe('refusals, in German', () => {
  beforeAll(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } })
    await useLanguage('de')
  })
  afterAll(async () => {
    await useLanguage('en')
    Reflect.deleteProperty(globalThis, 'document')
  })

  test('have words for codes that the interface has', () => {
    const codes = [...source.slice(0, source.indexOf('\n}\n')).matchAll(/^ {2}'?([\w-]+)'?: text\(/gm)].map(
      ([, code = '']) => code,
    )
    expect(codes).toContain('rest_source_exists')
    expect(codes.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([])
    expect(codeWords('rest_source_exists')).toBe('Diese Adresse ist schon abonniert.')
  })

  test.each(['rest_invalid_param', 'toString', undefined])('have none for the code %s', (code) => {
    expect(codeWords(code)).toBeUndefined()
  })

  test.each([
    ['must not be empty', 'darf nicht leer sein'],
    ['must be a whole number from 15 to 10080', 'muss eine ganze Zahl von 15 bis 10080 sein'],
    ['must be at most 9 characters as the HTML that is stored', 'darf höchstens 9 Zeichen haben'],
    ['must not lead to a private network: 10.0.0.1', 'darf nicht in ein privates Netz führen: 10.0.0.1'],
    ['says something new', 'wird nicht angenommen: says something new'],
  ])('say of a field that it %s: %s', (message, words) => {
    expect(faultWords(message)).toBe(words)
  })
})
