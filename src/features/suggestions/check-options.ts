import { userIdFrom } from '../../core/domain/records/user-id.ts'
import type { SuggestionsOptions } from '../../types/index.ts'

/** Fields that nobody of the public names. */
const NEVER: readonly string[] = ['author', 'id']

export function checkOptions({ author, page, privacy, fields = [] }: SuggestionsOptions): void {
  if (userIdFrom(author) === undefined)
    throw new TypeError('suggestions.author: must be the ID of a user, a positive integer or a text')
  for (const url of [page, privacy])
    if (url !== undefined && !(URL.canParse(url) && /^https?:/i.test(url)))
      throw new RangeError(`suggestions: '${url}' is not an http or https URL`)
  if (!Array.isArray(fields)) throw new TypeError('suggestions.fields: must be a list of names')
  const wrong = fields.find((name: unknown) => typeof name !== 'string' || NEVER.includes(name))
  if (wrong !== undefined) {
    const shown = typeof wrong === 'string' ? `'${wrong}'` : wrong === null ? 'null' : typeof wrong
    throw new TypeError(`suggestions.fields: ${shown} is no field that the public may suggest`)
  }
}
