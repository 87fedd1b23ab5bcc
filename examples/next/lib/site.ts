/*
 * What the site is: its name, place and clock.
 */

export const SITE_NAME = 'Boulder, day by day'
export const SITE_DESCRIPTION = 'Concerts, markets, walks and repair evenings in Boulder, Colorado.'

/** Where visitors reach it, for links that leave the site: feeds, search engines, calendars. */
export const SITE_URL = (process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(
  /\/+$/,
  '',
)

export const TIMEZONE = 'America/Denver'

/** NOW stands still, for tests and screenshots. */
export function now(): Date {
  const { NOW } = process.env
  if (NOW === undefined || NOW === '') return new Date()
  const date = new Date(NOW)
  if (Number.isNaN(date.getTime())) throw new RangeError(`NOW: '${NOW}' is no date`)
  return date
}

/** Today in the town, `YYYY-MM-DD`. */
export function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: TIMEZONE }).format(now())
}
