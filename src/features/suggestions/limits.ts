/** Rows of the table of bounds, `src/limits.ts`. */
export const LIMITS = { pending: 500 } as const
