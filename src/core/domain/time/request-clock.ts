import type { WallClock } from './calendar.ts'
import { dayAt, unixSeconds, type Zone } from './zones.ts'

/**
 * The time when a request arrived: its answer knows no other. Asking for it also says how long the answer is right, and
 * so how long it is cached.
 */
export interface RequestClock {
  /** The answer is right in this second only. */
  readonly now: () => Date
  /** The time on the clock of the site. The answer is right until the day ends there. */
  readonly today: () => WallClock
  /** The time, for an answer that says itself how long it is right, by `expires`. */
  readonly moment: Date
  /** The answer is right before this time only: Unix seconds. */
  readonly expires: (second: number) => void
}

/** `expires` hears how long the answer is right. */
export const clockAt = (
  moment: Date,
  zone: Zone,
  expires: RequestClock['expires'] = () => {},
): RequestClock => ({
  now() {
    expires(unixSeconds(moment) + 1)
    return moment
  },
  today() {
    const { wall, until } = dayAt(unixSeconds(moment), zone)
    expires(until)
    return wall
  },
  moment,
  expires,
})
