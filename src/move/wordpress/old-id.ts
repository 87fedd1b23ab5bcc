/**
 * IDs of an old site are below this, 10^12. WordPress counts its IDs, so greater ones are an error of the site. The bound
 * leaves room: `reserve` takes IDs up to `LARGEST_RESERVED`, far above it.
 */
const BOUND = 1_000_000_000_000

/** Positive whole numbers below the bound: what can be the ID of a record. */
export const isOldId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < BOUND

/** What an odd ID looks like, for notes: short, and of printable ASCII. */
export const shownId = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value)
    .slice(0, 40)
    .replace(/[^ -~]/g, '?')
