import { LARGEST_RESERVED } from '../contract.ts'

/** Every storage calls this first in `reserve`: a sequence that is raised too far gives IDs that no route can name. */
export function checkReservation(upTo: number): void {
  if (Number.isSafeInteger(upTo) && upTo >= 0 && upTo <= LARGEST_RESERVED) return
  throw new RangeError(`reserve: ${upTo} is not a whole number from 0 to ${LARGEST_RESERVED}`)
}
