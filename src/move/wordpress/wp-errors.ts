import type { Row } from '../../formats/rows.ts'

/*
 * Codes of WordPress. Programs compare them, so those of the API are not enough.
 */

const MESSAGES = {
  rest_post_invalid_id: 'Invalid post ID.',
  rest_term_invalid: 'Term does not exist.',
  rest_forbidden: 'Sorry, you are not allowed to do that.',
  rest_post_incorrect_password: 'Incorrect post password.',
  rest_already_trashed: 'The post has already been deleted.',
  rest_trash_not_supported: "This does not support trashing. Set 'force=true' to delete.",
  rest_post_invalid_page_number: 'The page number requested is larger than the number of pages available.',
} as const

type WordPressCode = keyof typeof MESSAGES

/** A refusal that the API does not know. */
export class WordPressError extends Error {
  readonly status: number
  readonly code: WordPressCode

  constructor(code: WordPressCode, status: number) {
    super(MESSAGES[code])
    this.code = code
    this.status = status
  }

  toJSON(): Row {
    return { code: this.code, message: this.message, data: { status: this.status } }
  }
}

/** Codes of the API that are others there. */
const CODES: readonly (readonly [RegExp, WordPressCode])[] = [
  [/^rest-(?:event|venue|organizer|image)-not-found$/, 'rest_post_invalid_id'],
  [/^rest-(?:category|tag)-not-found$/, 'rest_term_invalid'],
  [/-(?:not-accessible|no-longer-available)$/, 'rest_forbidden'],
  [/^event-password-protected$/, 'rest_post_incorrect_password'],
  [/-is-in-trash$/, 'rest_already_trashed'],
]

/** The error with the code of WordPress. */
export function theirError(error: Row): Row {
  const code = CODES.find(([pattern]) => pattern.test(String(error.code)))?.[1]
  return code === undefined ? error : { ...error, code, message: MESSAGES[code] }
}
