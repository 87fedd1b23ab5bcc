/** The port's error for a store that is unreachable or closed. */
export function unavailable(message: string, cause: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'StorageUnavailable'
  return error
}
