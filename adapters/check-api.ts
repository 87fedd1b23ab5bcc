/** Throws `TypeError` unless `api` has these functions. For users without TypeScript. */
export function checkApi(adapter: string, api: unknown, methods: readonly string[]): void {
  const missing = methods.filter(
    (name) => typeof api !== 'object' || api === null || typeof Reflect.get(api, name) !== 'function',
  )
  if (missing.length > 0) {
    throw new TypeError(
      `${adapter} takes the API that createEventsApi returns; what it was given has no function ${missing.join(', ')}`,
    )
  }
}
