/** Seconds by which the clocks of machines may differ. */
export const SKEW = 60

/**
 * Whether something that ends at a moment goes on. Nothing ends later than `longest` from now: a moment further ahead is of a clock
 * that was wrong, and counts as none. In one unit, seconds unless `unit` says how many of it are a second.
 */
export const stillHolds = (end: number, now: number, longest: number, unit = 1): boolean =>
  end > now && end <= now + longest + SKEW * unit
