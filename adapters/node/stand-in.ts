/**
 * Lets what `own` makes stand in for what `platform` makes: it is an `instanceof` it, and whatever `own` itself has not
 * is asked of the real one, which `realOf` makes. Nothing of the platform is changed, whose own functions take what it
 * made itself alone: by symbols up to Node 22, by private fields later.
 */
export function standIn<T extends object>(
  own: { readonly prototype: T },
  platform: { readonly prototype: object },
  fields: readonly string[],
  realOf: (standIn: T) => object,
): void {
  const { prototype } = own
  for (const name of Reflect.ownKeys(platform.prototype)) {
    if (name === Symbol.toStringTag || Object.hasOwn(prototype, name) || fields.includes(String(name)))
      continue
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: T) {
        const real = realOf(this)
        const value: unknown = Reflect.get(real, name, real)
        return typeof value === 'function' ? value.bind(real) : value
      },
    })
  }
  Object.setPrototypeOf(prototype, platform.prototype)
}
