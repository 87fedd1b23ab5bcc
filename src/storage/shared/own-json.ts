/*
 * What a storage reads of its own rows. Only the outermost shape is looked at, because lists read them by the thousand.
 */

export function listIn<L extends readonly unknown[]>(text: string): L {
  const value: unknown = JSON.parse(text)
  if (isList<L>(value)) return value
  throw new TypeError('the storage has no list where one was written')
}

export function objectIn<T extends object>(text: string): T {
  const value: unknown = JSON.parse(text)
  if (isObject<T>(value)) return value
  throw new TypeError('the storage has no object where one was written')
}

const isList = <L extends readonly unknown[]>(value: unknown): value is L => Array.isArray(value)
const isObject = <T extends object>(value: unknown): value is T => typeof value === 'object' && value !== null
