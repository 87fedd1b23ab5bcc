import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Of this package. */
export function version(): string {
  const { version }: { version: string } = createRequire(import.meta.url)('../package.json')
  return version
}

/** Where this package is installed. */
export const ownFolder = (): string => fileURLToPath(new URL('..', import.meta.url))
