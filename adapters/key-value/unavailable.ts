/** The error that the port asks for where a store cannot be reached, or was closed. */
export function unavailable(message: string, cause: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'StorageUnavailable'
  return error
}
