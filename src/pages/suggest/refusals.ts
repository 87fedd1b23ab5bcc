import type { Texts } from './texts.ts'

/*
 * What the calendar refuses, in the language of the form: by the code of the error, by the field and by the message of the
 * field. No text of the calendar itself is shown, because these are English.
 */

/** What is said of each code that the routes of suggestions answer with. */
export const CODES: Readonly<Record<string, keyof Texts>> = {
  rest_invalid_param: 'wrong',
  rest_missing_callback_param: 'wrong',
  rest_too_many_requests: 'tooMany',
  rest_forbidden: 'refused',
  rest_invalid_credentials: 'refused',
  rest_cookie_invalid_nonce: 'refused',
  rest_unsupported_media_type: 'refused',
  rest_invalid_json: 'refused',
  rest_uri_too_long: 'tooLarge',
  rest_body_too_large: 'tooLarge',
  rest_record_too_large: 'tooLarge',
  rest_response_too_large: 'tooLarge',
  rest_suggestion_not_found: 'unknown',
  rest_suggestion_decided: 'decided',
  rest_suggestion_gone: 'gone',
  rest_precondition_failed: 'failed',
  rest_idempotency_key_reused: 'failed',
  rest_internal_error: 'failed',
  rest_unavailable: 'busy',
  rest_overloaded: 'busy',
  rest_timeout: 'busy',
}

/** What is said of a code; there may be others in later versions. */
export const codeText = (texts: Texts, code: unknown): string =>
  texts[(typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? 'failed']

/** What messages say, in any field. */
const MESSAGES: readonly (readonly [RegExp, keyof Texts])[] = [
  [/(?:must not be (?:blank|empty)|is missing)$/, 'missing'],
  [/\bat most (\d+) (?:characters|names|entries)/, 'tooLong'],
  [/is before the start$/, 'endBefore'],
  [/must not be over$/, 'over'],
]

/** What is said of a field where the message says nothing else. */
const FIELDS: Readonly<Record<string, keyof Texts>> = {
  website: 'webAddress',
  email: 'mailAddress',
  start_date: 'notADate',
  end_date: 'notADate',
}

export function fieldText(texts: Texts, name: string, message: string): string {
  for (const [pattern, key] of MESSAGES) {
    const found = pattern.exec(message)
    if (found !== null) return texts[key].replace('{n}', found[1] ?? '')
  }
  return texts[(Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined) ?? 'notTaken']
}

/** What is wrong with each field, by its name. `params` is the list of an answer, or its messages by name. */
export function fieldTexts(texts: Texts, params: unknown): Record<string, string> {
  if (Array.isArray(params))
    return Object.fromEntries(
      params.map((name) => [name === 'contact' ? 'email' : String(name), texts.missing]),
    )
  const found = new Map<string, string>()
  for (const [name, message] of Object.entries(params ?? {})) {
    // `email is missing; name must be at most 200 characters`
    for (const part of name === 'contact' ? String(message).split('; ') : [`${name} ${message}`]) {
      const member = /^(?:name|email|message)(?= )/.exec(part)?.[0]
      const place = name === 'contact' ? (member ?? 'email') : name
      if (!found.has(place)) found.set(place, fieldText(texts, place, part))
    }
  }
  return Object.fromEntries(found)
}
