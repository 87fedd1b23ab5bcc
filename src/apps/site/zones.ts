/*
 * Wall clocks of time zones.
 */

export interface Wall {
  readonly day: string
  /** `19:30` */
  readonly time: string
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone)
  let format: Intl.DateTimeFormat | undefined
  try {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    })
  } catch {
    // Zones such as UTC+5 are counted below.
  }
  formats.set(zone, format)
  return format
}

const OFFSET = /^UTC(?:([+-])(\d{1,2})(?::?(\d\d))?)?$/

/** `undefined` for what is neither a zone that the runtime knows, nor `UTC±h[:mm]`. */
export function wallAt(instant: Date, zone: string): Wall | undefined {
  const offset = OFFSET.exec(zone)
  if (offset !== null) {
    const [, sign, hours = '0', minutes = '0'] = offset
    const shift = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
    const text = new Date(instant.getTime() + shift * 60_000).toISOString()
    return { day: text.slice(0, 10), time: text.slice(11, 16) }
  }
  const parts = formatOf(zone)?.formatToParts(instant)
  if (parts === undefined) return undefined
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}
