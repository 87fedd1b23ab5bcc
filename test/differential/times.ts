import type { Dice } from '../../src/testing/dice.ts'

/** The clock of every calendar begins here (see test/routes/calendar.ts). */
export const BEGINNING = Date.UTC(2027, 2, 1, 12)

const HOUR = 3600

export const dateText = (seconds: number): string =>
  new Date(BEGINNING + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Seconds from the beginning: on a grid, so that some are the same; mostly in the default window, some outside. */
export function someTime(dice: Dice): number {
  const days = dice.oneOf([-400, -2, -1, 0, 1, 2, 7, 14, 30, 251, 900])
  return HOUR * (days * 24 + dice.oneOf([-12, 0, 0, 7]))
}

/** A day or a time, written as filters take them. */
export function someBound(dice: Dice): string {
  if (dice.chance(10))
    return dice.oneOf(['today', 'tomorrow', '+1 week', 'soon', '2027-02-31', '2027-05-10T00:00:00Z'])
  const text = dateText(someTime(dice))
  return dice.chance(2) ? text : text.slice(0, 10)
}

/** A publication date around now, so that what is scheduled comes due while the clock goes on. */
export const somePublication = (dice: Dice): string =>
  dice.oneOf([
    ...[
      'now',
      '+20 minutes',
      '+2 hours',
      '+1 day',
      '+3 days',
      'yesterday',
      '2 days ago',
      '2027-03-02',
      '2027-02-01',
    ],
    ...['2027-03-01 12:00:00', '2030-01-01', 'no date'],
  ])

/** Seconds until the next step: mostly none, so that times of writing are the same; sometimes days. */
export function someWait(dice: Dice): number {
  if (!dice.chance(3)) return 0
  return dice.oneOf([1, 5, 15, 16, 60, HOUR, 3 * HOUR, 25 * HOUR])
}

export function someSpan(dice: Dice): number {
  if (dice.chance(30)) return -HOUR
  return HOUR * dice.oneOf([0, 1, 1, 2, 3, 12, 24, 72, 24 * 40])
}
