/*
 * Packs the text fields of a document into one column, so that one search covers all of them. Each field follows a
 * separator that occurs nowhere else, so that no match crosses fields.
 *
 * The special characters, and NUL, which some databases reject, are encoded as an escape and two marks. Escapes and
 * marks occur nowhere else. So a packed part occurs in the packed text exactly where the part occurs in the text.
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

/** Encodes a field, or a part to search for. */
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
