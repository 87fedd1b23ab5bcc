import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { posix } from 'node:path'
import { build } from 'esbuild'
import { expect } from 'vitest'
import { blocksOf, documentation } from './blocks.ts'

/*
 * Blocks of the documentation as modules, whose exports tests use.
 */

const root = new URL('../..', import.meta.url).pathname

export interface BlockModules {
  /** The first block under a heading of a page, as a new module. */
  readonly moduleOf: <Exports>(page: string, heading: string) => Promise<Exports>
  /** Removes the files. */
  readonly remove: () => void
}

/** Recipes do nothing without a secret. */
export const SECRETS = {
  BETTER_AUTH_SECRET: 'a-secret-of-the-tests-alone-7f3c',
  AUTH_SECRET: 'a-secret-of-the-tests-alone-7f3c',
  KALENDS_TOKEN: 'a-secret-of-the-tests-alone-7f3c',
}

/** `alias`: files that take the place of modules, by the name that the block imports. */
export function blockModules(alias: Record<string, string> = {}): BlockModules {
  // Inside, so that the modules find the libraries.
  mkdirSync(`${root}node_modules/.cache`, { recursive: true })
  const folder = mkdtempSync(`${root}node_modules/.cache/blocks-`)
  let modules = 0
  Object.assign(process.env, SECRETS)
  return {
    moduleOf: async (page, heading) => {
      const { text } = documentation.find((one) => one.page === page) ?? expect.unreachable('no such page')
      const section = text.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
      const [block = expect.unreachable(`no block under ${heading}`)] = blocksOf({
        page: heading,
        text: section,
      })
      expect(block).toMatchObject({ language: 'ts', info: '' })
      const outfile = posix.join(folder, `${modules++}.mjs`)
      await build({
        stdin: { contents: block.text, loader: 'ts', resolveDir: root },
        ...{ outfile, alias, bundle: true, packages: 'external', platform: 'node', format: 'esm' },
      })
      return import(outfile)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
