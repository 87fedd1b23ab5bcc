/**
 * The key of a value of a field that every calendar has: no name of a custom field begins with a dot. The default has no
 * key, so that events have none that are older than the field.
 */
export const builtInKey = (name: string, value: unknown): string => `.${name}=${value}`

/** Of an event that costs nothing. */
export const FREE_KEY = builtInKey('free', true)
