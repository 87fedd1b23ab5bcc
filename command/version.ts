import { createRequire } from 'node:module'

/** Of this package. */
export function version(): string {
  const { version }: { version: string } = createRequire(import.meta.url)('../package.json')
  return version
}
