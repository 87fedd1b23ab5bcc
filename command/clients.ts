import { createRequire } from 'node:module'
import { join } from 'node:path'
import { codeOf, Failure } from './usage.ts'

/*
 * Client libraries of databases. The package depends on none of them: they are those of the user.
 */

/** Where libraries are looked for: in the project of the user, then beside this package, as `npx -p` installs them. */
const places = () => [join(process.cwd(), 'kalends.js'), import.meta.url].map((place) => createRequire(place))

/** Loads the first library of `names` that is installed. `Module` says what is used of it. */
export function loadClient<Module>(
  names: readonly [string, ...string[]],
  whatFor: string,
): { readonly name: string; readonly module: Module } {
  for (const require of places()) {
    for (const name of names) {
      if (!isInstalled(require, name)) continue
      const module: Module = require(name)
      return { name, module }
    }
  }
  const [first] = names
  const packages = [...new Set(names.map(packageOf))]
  const which = packages.length === 1 ? `the package ${packages[0]}` : `one of ${packages.join(' and ')}`
  throw new Failure(
    `${whatFor} needs ${which}, which is not installed here. To install it:\n  npm install ${packageOf(first)}`,
  )
}

/** `mysql2/promise` is a module of the package `mysql2`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return false
    throw error
  }
}
