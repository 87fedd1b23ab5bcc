/* What people leave out when they fill in a form. */

/** `www.example.org` is an address; `none` is none. */
export const webAddress = (typed: string): string => {
  const text = typed.trim()
  return /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(text)
    ? `https://${text}`
    : text
}

/** The last day of an event of which nobody says it: 22:00 to 02:00 ends on the next day. `''` for no day. */
export function lastDay(day: string, from: string, to: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (from === '' || to === '' || to >= from || Number.isNaN(at)) return day
  return new Date(at + 86_400_000).toISOString().slice(0, 10)
}
