/*
 * The fields of a document's text in one column, so that a part can be looked for in all of them at once: each
 * behind a separator, which occurs nowhere else, so that nothing is found across fields.
 *
 * Characters that play a role here, and NUL, which some databases cannot hold, are written as an escape and two
 * marks. Escapes and marks stand nowhere else, so a packed part is in the packed text exactly where the part is
 * in the text.
 */

const SEPARATOR = '\u001f'
const ESCAPE = '\u001e'
const MARKS = ['\u001b', '\u001c', '\u001d'] as const
const SPECIAL = ['\u0000', ...MARKS, ESCAPE, SEPARATOR]

const escapes = new Map(
  SPECIAL.map((character, index) => [
    character,
    `${ESCAPE}${MARKS[Math.floor(index / MARKS.length)] ?? ''}${MARKS[index % MARKS.length] ?? ''}`,
  ]),
)
const originals = new Map([...escapes].map(([character, code]) => [code, character]))

const special = new RegExp(`[${SPECIAL.join('')}]`, 'g')
const escaped = new RegExp(`${ESCAPE}[${MARKS.join('')}]{2}`, 'g')

/** A part to look for, or a field, as it stands in the column. */
export const packPart = (part: string): string =>
  part.replace(special, (character) => escapes.get(character) ?? character)

export const packText = (fields: readonly string[]): string =>
  fields.map((field) => SEPARATOR + packPart(field)).join('')

export function unpackText(packed: string): string[] {
  const fields = packed.split(SEPARATOR).slice(1)
  return packed.includes(ESCAPE)
    ? fields.map((field) => field.replace(escaped, (code) => originals.get(code) ?? code))
    : fields
}
