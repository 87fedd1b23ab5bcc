import { expect, test } from 'vitest'
import { codeUnder } from '../mounting/blocks.ts'
import { compile, settings } from './compile.ts'

/*
 * The modules that docs/mounting.md shows for frameworks, with the types of these frameworks.
 * test/mounting/fetch-hosts.test.ts runs the same modules.
 */

const CALENDAR = `
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'

export const api = createEventsApi(memoryStorage())
`

test.each(['SvelteKit', 'Astro', 'React Router', 'Workers'])(
  '%s takes what its section shows',
  async (name) => {
    const files = { 'calendar.ts': CALENDAR, 'module.ts': codeUnder(name) }
    // The frameworks' declarations name bundlers, which are not installed.
    const options = { ...settings.bundler, allowImportingTsExtensions: true, skipLibCheck: true }
    expect(await compile('typescript-6', files, options)).toBe('')
  },
)
