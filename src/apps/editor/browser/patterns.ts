/*
 * Messages of the interface, which are English, as texts of the page. `{…}` in one stands for what differs.
 */

export interface Found {
  readonly english: string
  readonly values: Readonly<Record<string, string>>
}

/** Finds the text that a message is of, and its values. A pair is a message and another text for it. */
export function finderOf(known: readonly (string | readonly [message: string, english: string])[]) {
  const patterns = known.map((one) => {
    const [message, english] = typeof one === 'string' ? [one, one] : one
    const source = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')
    return { english, pattern: new RegExp(`^${source}$`, 's') }
  })
  return (message: string): Found | undefined => {
    for (const { english, pattern } of patterns) {
      const match = pattern.exec(message)
      if (match !== null) return { english, values: { ...match.groups } }
    }
    return undefined
  }
}
