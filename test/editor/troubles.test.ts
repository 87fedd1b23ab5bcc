import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { troubleOf, troubleWords } from '../../src/apps/editor/browser/subscriptions/troubles.ts'

/* Every message that a reading of a calendar can bring is known to the page, so that it has it in each language. */

const root = new URL('../../src/', import.meta.url)
const FOLDERS = ['core/operations/sources', 'core/operations/importing', 'formats']
/** The reader of files that no page has, and `--prune`. */
const OTHERS = /^(read-json|file-import)\.ts$/

/** The messages in the sources, with `7` for each value. */
function messages(): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => !OTHERS.test(file))
      .flatMap((file) => {
        const source = readFileSync(new URL(`${folder}/${file}`, root), 'utf8')
        const calls =
          /(?:new (?:FeedTrouble|Unreadable|UnreadableFile)\(|\brefuse\((?:one\.key, |feed\.uid, )?|\.error = |\bmessage: )\s*(['`])((?:(?!\1).)+)\1/g
        return [...source.matchAll(calls)].map(([, , text = '']) => text)
      }),
  )
  // `${maxSize}`: a source has a bound of its own. Sentences are of refusals that their codes tell.
  const own = found.filter((text) => !text.includes('maxSize') && !/^(The|A) /.test(text))
  // What is said of one date has a test of its own.
  return own.map((text) => text.replace(/\$\{[^}]+\}/g, '7')).filter((text) => text !== '7: 7')
}

describe('what a reading of a calendar says', () => {
  const all = messages()

  test('is found in the sources', () => {
    expect(all.length).toBeGreaterThan(30)
    expect(all).toContain('it redirects more than 5 times')
    expect(all).toContain('it is marked as private')
    expect(all).toContain('it has no start')
  })

  test.each(all)('%s', (message) => {
    // What stands before it is chosen by the first character.
    const whole = message.replace(/^7: the answer does not/, 'it is no calendar: the answer does not')
    expect(troubleOf(whole)).toBeDefined()
  })

  test.each([
    ['the server answers 404: there is nothing at this address', '404'],
    ['the server answers 403: it wants a user and a password, or others than these', '403'],
    ['the server answers 429: it is asked too often', '429'],
    ['the server answers 500', '500'],
  ])('%s has the status alone as its value', (message, status) => {
    expect(troubleOf(message)?.values).toEqual({ status })
    expect(troubleWords(message)).toBe(message)
  })

  test('of a date of a series: the date stays in front', () => {
    const message = '2027-03-04 19:00:00: no answer from a.example: it redirects to no address'
    expect(troubleWords(message)).toBe(message)
  })

  test('others are shown as they come, and values are no patterns', () => {
    expect(troubleWords('title must not be empty')).toBe('title must not be empty')
    expect(troubleWords('no answer from {why}: $1 {host}')).toBe('no answer from {why}: $1 {host}')
  })
})
