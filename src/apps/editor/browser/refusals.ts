import { finderOf } from './patterns.ts'
import { isEnglish, t, text } from './texts.ts'

/*
 * What the calendar refuses, in the language of the page: by the code of the error, and by the message of each field.
 * What is not here, such as what the schemas of custom fields say, is shown behind words that are.
 */

/** Codes that say all that there is to say. */
const CODES: Readonly<Record<string, string>> = {
  rest_source_exists: text('There is a subscription to this address already.'),
  rest_no_source: text('This event comes from no subscription.'),
  rest_suggestion_decided: text('Somebody has decided on this already.'),
  rest_image_in_use: text('This image is in use, so it cannot be deleted.'),
  rest_precondition_failed: text('Somebody else has changed this meanwhile. Open it again.'),
  rest_cookie_invalid_nonce: text('The calendar does not know this page any more. Sign in again.'),
  rest_body_too_large: text('This is too large for the calendar.'),
  rest_record_too_large: text('This is too large for the calendar.'),
  rest_response_too_large: text('This is too large for the calendar.'),
  rest_unsupported_media_type: text('The calendar does not take files of this kind.'),
  rest_merged: text('This was merged into another one.'),
  rest_revision_not_kept: text('This version was too large to be kept.'),
  term_exists: text('There is one with this name already.'),
  duplicate_term_slug: text('There is one with this address already.'),
  empty_term_name: text('The name is missing.'),
  'could-not-create-venue': text('The name of the venue is missing.'),
  'could-not-create-organizer': text('The name of the organizer is missing.'),
  rest_timeout: text('This took too long. Look whether it was done before you try again.'),
  rest_internal_error: text('The calendar has a fault. Tell who runs it.'),
}

const faultOf = finderOf([
  text('must not be blank'),
  text('must not be empty'),
  text('must be IDs or names'),
  ['must be an http or https URL', text('must begin with https://')],
  ['must be an absolute http or https URL', text('must begin with https://')],
  text('must not lead to a private network: {host}'),
  text('must be an e-mail address'),
  text('must be a number'),
  text('must be a positive whole number'),
  text('must be a whole number from {least} to {most}'),
  text('must be a number from {least} to {most}'),
  text('must have at most {n} entries'),
  ['must be at most {n} characters as the HTML that is stored', text('must be at most {n} characters')],
  ['names must be at most {n} characters', text('must be at most {n} characters')],
  text('must be at most {n} characters'),
  text('must be the ID or the name of a venue'),
  text('must be one of {list}'),
  ['no {kind} has the ID {id}', text('does not exist here')],
  ['there is no {what}', text('does not exist here')],
  ['is not the ID of {what}', text('does not exist here')],
  ['is not an image of this site', text('does not exist here')],
  ['must be the ID of {what}', text('is not accepted')],
  text('is not a time zone'),
  text('is not a time zone: {zone}'),
  text('is not a date: {date}'),
  text('is before the start'),
  text('is too long'),
  text('has no occurrence'),
  [
    'needs a calendar that stores images: the option images',
    text('is not possible: this calendar stores no images'),
  ],
])

const NAMES: Readonly<Record<string, string>> = {
  title: text('Title'),
  start_date: text('Start date'),
  end_date: text('End date'),
  venue: text('Venue'),
  organizer: text('Organizers'),
  categories: text('Categories'),
  recurrence: text('Repeats'),
  website: text('Website'),
}

/** A field as the page calls it. */
export const fieldName = (name: string): string =>
  t((Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? name)

/** What is wrong with a field. */
export function faultWords(message: string): string {
  const found = faultOf(message)
  if (found !== undefined) return t(found.english, found.values)
  return isEnglish ? message : t('is not accepted: {message}', { message })
}

/** What a code says; `undefined` if it does not say enough. */
export function codeWords(code: unknown): string | undefined {
  const english = typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined
  return english === undefined ? undefined : t(english)
}
