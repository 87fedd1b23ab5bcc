import { unavailable } from '../unavailable.ts'

/*
 * Which errors say that Redis cannot be used just now.
 */

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
// The one of them that has no word of its own.
const TOO_MANY_CLIENTS = 'ERR max number of clients reached'
const MISTAKE = /^(?:Type|Range|Reference|Syntax)Error$/

/** The word in capitals that each error of a Redis server begins with; some of those that scripts give, after a dash. */
export function serverCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return /^-?([A-Z][A-Z0-9]+) /.exec(error.message)?.[1]
}

export function isRedirection(error: unknown): boolean {
  const code = serverCodeOf(error)
  return code === 'MOVED' || code === 'ASK'
}

/**
 * The error to reject with. The commands are always the same few, so an error that is neither a server's answer nor a
 * mistake in a program tells that no answer came: client libraries have dozens, of which most have only a text.
 */
export function outageOf(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'StorageUnavailable') return error
  const code = serverCodeOf(error)
  const isOutage =
    code === undefined ? !MISTAKE.test(error.name) : TEMPORARY.has(code) || error.message === TOO_MANY_CLIENTS
  return isOutage ? unavailable(`Redis could not be used: ${error.message}`, error) : error
}
