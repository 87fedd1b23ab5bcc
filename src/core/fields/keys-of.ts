/** The names of an object's own members, with their types. */
export function keysOf<T extends object>(of: T): Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = []
  for (const name in of) if (Object.hasOwn(of, name)) names.push(name)
  return names
}
