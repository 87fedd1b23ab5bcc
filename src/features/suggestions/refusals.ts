/** Rows of the table of codes, `src/errors.ts`. */
export const REFUSALS = {
  rest_suggestion_not_found: [404, 'No suggestion has this ID and this secret.'],
  rest_suggestion_decided: [409, 'Somebody has decided on the suggestion, so its sender cannot change it.'],
  rest_suggestion_gone: [410, 'The suggestion was decided on, and what its sender left was deleted.'],
} as const
