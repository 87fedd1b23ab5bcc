import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { settings } from './compile.ts'

/** Reads `document.json` of the folder and writes the folder `client` into it, by hey-api's default settings. */
export const generateHeyApi = (folder: string, ...plugins: readonly string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      fileURLToPath(new URL('node_modules/@hey-api/openapi-ts/bin/run.js', import.meta.url)),
      ...['-i', 'document.json', '-o', 'client', '-c', '@hey-api/client-fetch', '--no-log-file'],
      ...(plugins.length === 0 ? [] : ['-p', ...plugins]),
    ],
    { cwd: folder },
  )

/** The code that it generates is not written for `exactOptionalPropertyTypes`. */
export const heyApi = { ...settings.bundler, exactOptionalPropertyTypes: false }
