import { shapeFaults } from './error-shape.ts'
import { isRead, type Shot } from './shot.ts'

/** An answer, and what happened until it came. */
export interface Outcome {
  /** 0 when there was no answer, but a rejection. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Milliseconds of its own work. */
  readonly time: number
  /** What `onError` was told. */
  readonly errors: readonly unknown[]
  /** Whether the storage is as it was. */
  readonly isUnchanged: boolean
  /** What became of the prototypes. */
  readonly pollution: string | undefined
}

const isJson = (headers: Headers): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '')

/** What the outcome of a request does not keep of what every outcome must, a sentence each; but for its time. */
export function broken(shot: Shot, outcome: Outcome): string[] {
  const { status, headers, text, errors, isUnchanged, pollution } = outcome
  if (status === 0) return [`it was rejected: ${text}`]
  const faults: string[] = []
  if (status < 200 || status >= 500) faults.push(`it was answered ${status}`)
  for (const error of errors) faults.push(`onError was told: ${stackOf(error)}`)
  if (headers.get('x-content-type-options') !== 'nosniff' && status !== 204) faults.push('it may be sniffed')
  for (const [name, value] of headers) {
    if (/[<>\r\n]/.test(value)) faults.push(`the header ${name} holds markup: ${value}`)
  }
  if (status >= 400) faults.push(...refusalFaults(shot, outcome))
  if (!isUnchanged && (status >= 400 || isRead(shot.method))) faults.push('the storage was changed')
  if (pollution !== undefined) faults.push(pollution)
  if (!isJson(headers) && status !== 204 && status !== 304) faults.push(...pageFaults(shot, outcome))
  if (shot.method === 'HEAD' && text !== '') faults.push('HEAD was answered with a body')
  return faults
}

function refusalFaults(shot: Shot, { status, headers, text }: Outcome): string[] {
  if (!isJson(headers)) return [`a refusal is ${headers.get('content-type')}`]
  return shot.method === 'HEAD' ? [] : shapeFaults(status, text)
}

/** Beside JSON there are feeds, and the page of the documentation, which may hold nothing of a request. */
function pageFaults(shot: Shot, { headers, text }: Outcome): string[] {
  const type = headers.get('content-type') ?? ''
  if (type === 'text/calendar; charset=utf-8' && /\.ics\/*(\?|$)/.test(shot.path))
    return shot.method === 'HEAD' ? [] : feedFaults(text)
  if (type === 'application/rss+xml; charset=utf-8' && /\.rss\/*(\?|$)/.test(shot.path))
    return shot.method === 'HEAD' || /^<\?xml.*<\/rss>\n$/s.test(text) ? [] : ['the feed is not whole']
  if (!type.startsWith('text/html') || !/\/doc\/*(\?|$)/.test(shot.path))
    return [`it was answered as '${type}'`]
  if (!/default-src 'none'/.test(headers.get('content-security-policy') ?? ''))
    return ['it is open to scripts']
  const said = [shot.path, ...Object.values(shot.headers ?? {})].flatMap((one) => [one, unescaped(one)])
  const markup = said.flatMap((one) => one.match(/<[^<>]{3,}>/g) ?? [])
  return markup.filter((one) => text.includes(one)).map((one) => `the page repeats ${one}`)
}

function feedFaults(text: string): string[] {
  const isWhole = text.startsWith('BEGIN:VCALENDAR\r\n') && text.endsWith('\r\nEND:VCALENDAR\r\n')
  const long = text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)
  return [
    ...(isWhole ? [] : ['the feed is not whole']),
    ...long.map((line) => `the line is too long: ${line}`),
  ]
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
