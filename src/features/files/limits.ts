/** Rows of the table of bounds, `src/limits.ts`. */
export const LIMITS = { import: 10 * 1024 * 1024 } as const
