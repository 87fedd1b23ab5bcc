/** Rows of the table of codes, `src/errors.ts`. */
export const REFUSALS = {
  rest_revision_not_found: [404, 'No state of the record that is kept has this number.'],
  rest_revision_not_kept: [409, 'The state was too large to be kept.'],
} as const
