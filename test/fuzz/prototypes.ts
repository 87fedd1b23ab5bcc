const WATCHED: readonly (readonly [name: string, prototype: object])[] = [
  ['Object', Object.prototype],
  ['Array', Array.prototype],
  ['Function', Function.prototype],
  ['String', String.prototype],
  ['Map', Map.prototype],
  ['Set', Set.prototype],
  ['Promise', Promise.prototype],
]

const valuesOf = (prototype: object): readonly (readonly [PropertyKey, unknown])[] =>
  Reflect.ownKeys(prototype).map((key) => [key, Reflect.getOwnPropertyDescriptor(prototype, key)?.value])

const PRISTINE = WATCHED.map(([name, prototype]) => [name, prototype, valuesOf(prototype)] as const)

/** What somebody wrote onto a prototype since this file was loaded; undefined when nobody did. */
export function pollution(): string | undefined {
  for (const [name, prototype, before] of PRISTINE) {
    const now = valuesOf(prototype)
    const isSame =
      now.length === before.length &&
      now.every(([key, value], at) => before[at]?.[0] === key && Object.is(before[at]?.[1], value))
    if (!isSame) return `${name}.prototype holds ${now.map(([key]) => String(key)).join(', ')}`
  }
  for (const name in {}) return `a fresh object shows '${name}'`
  return undefined
}
