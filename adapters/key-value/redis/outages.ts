import { unavailable } from '../unavailable.ts'

/* Which errors are temporary outages of Redis. */

const TEMPORARY = new Set([
  'ASK',
  'BUSY',
  'CLUSTERDOWN',
  'LOADING',
  'MASTERDOWN',
  'MISCONF',
  'MOVED',
  'NOREPLICAS',
  'OOM',
  'READONLY',
  'TRYAGAIN',
  'UNBLOCKED',
])
// This error has no code of its own.
const TOO_MANY_CLIENTS = 'ERR max number of clients reached'
const MISTAKE = /^(?:Type|Range|Reference|Syntax)Error$/

/** The code in capitals at the start of a server error. In errors from scripts, a dash may precede it. */
export function serverCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return /^-?([A-Z][A-Z0-9]+) /.exec(error.message)?.[1]
}

export function isRedirection(error: unknown): boolean {
  const code = serverCodeOf(error)
  return code === 'MOVED' || code === 'ASK'
}

/** Whether the key has another type than the command wants. Redis 6 wraps errors of scripts in text. */
export const isOfWrongType = (error: unknown): boolean =>
  error instanceof Error && /\bWRONGTYPE\b/.test(error.message)

/**
 * Maps an error to the one to reject with. The adapter always sends the same few commands, so an error that is neither
 * a server error nor a programming error means that no response came. Client libraries have dozens of such errors, most
 * of them with only a message.
 */
export function outageOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'StorageUnavailable') return error
  const code = serverCodeOf(error)
  const isOutage =
    code === undefined ? !MISTAKE.test(error.name) : TEMPORARY.has(code) || error.message === TOO_MANY_CLIENTS
  return isOutage ? unavailable(`Redis could not be used: ${error.message}`, error) : error
}
