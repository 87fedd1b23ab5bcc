import { isClientError } from 'kalends/client'

/** What is wrong with a form: by name of the field, and what belongs to none. */
export interface Faults {
  fields: Readonly<Record<string, string>>
  general: string
}

export const NO_FAULTS: Faults = { fields: {}, general: '' }

/** Why a write failed, for people. */
export function faultsOf(error: unknown): Faults {
  if (isClientError(error, 'rest_invalid_param')) return { fields: error.params, general: '' }
  if (isClientError(error, 'rest_missing_callback_param')) {
    return { fields: Object.fromEntries(error.params.map((name) => [name, 'is missing'])), general: '' }
  }
  if (isClientError(error, 'could-not-create-venue')) {
    return { fields: { venue_name: 'must not be blank' }, general: '' }
  }
  return { fields: {}, general: reasonOf(error) }
}

function reasonOf(error: unknown): string {
  if (!isClientError(error)) return 'The site cannot be reached. Try again in a moment.'
  if (error.status === 401 || error.status === 403)
    return 'You are not logged in any more. Log in, and try again.'
  if (error.code === 'rest_precondition_failed') {
    return 'Somebody else changed this event meanwhile. Load the page again to see how it is now.'
  }
  return error.message
}
