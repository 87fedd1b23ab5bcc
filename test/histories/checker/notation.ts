import type { Operation } from './operation.ts'

/**
 * An operation by hand: client, invocation and return as places on a line, such as `'  [---] '` from 2 to 6, or
 * `'  [--?'` where nobody knows what came of it.
 */
export function drawn<I, O>(client: string, line: string, input: I, outcome?: O): Operation<I, O> {
  const invoked = line.indexOf('[')
  const returned = Math.max(line.indexOf(']'), line.indexOf('?'))
  const isUnknown = line.includes('?')
  if (invoked < 0 || returned < invoked || isUnknown !== (outcome === undefined)) {
    throw new TypeError(`not drawn right: ${line}`)
  }
  return { client, invoked, returned, input, outcome }
}
