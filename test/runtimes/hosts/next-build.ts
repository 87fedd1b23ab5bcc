import { execFile } from 'node:child_process'
import { installed, program } from '../host.ts'

/** What becomes of a path under Next, and of its headers. */
export interface NextSettings {
  readonly basePath?: string
  readonly trailingSlash?: boolean
  /** Default true: as `docs/mounting.md` recommends. */
  readonly skipTrailingSlashRedirect?: boolean
  /** Of the adapter, in programs/next/echo.ts. */
  readonly trustProxy?: boolean
}

/** The build that the tests of all runtimes ask. */
export const BUILD = 'dist/next'

/** `next build` of programs/next into `dist`, a folder in there. */
export async function buildNext(dist: string, settings: NextSettings = {}): Promise<void> {
  const options = { cwd: program('next'), env: { ...process.env, ...environment(dist, settings) } }
  await new Promise<void>((resolve, reject) => {
    execFile(
      installed('node24/bin/node'),
      [installed('next/dist/bin/next'), 'build'],
      options,
      (error, stdout, stderr) => {
        if (error) reject(new Error(`Next did not build:\n${stdout}${stderr}`, { cause: error }))
        else resolve()
      },
    )
  })
}

/** What next.config.mjs reads, when Next builds and when it starts. */
export function environment(dist: string, settings: NextSettings): Record<string, string> {
  const { basePath = '', trailingSlash = false, skipTrailingSlashRedirect = true, trustProxy } = settings
  return {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DIST: dist,
    BASE_PATH: basePath,
    TRAILING_SLASH: trailingSlash ? 'yes' : 'no',
    SKIP_REDIRECT: skipTrailingSlashRedirect ? 'yes' : 'no',
    TRUST_PROXY: trustProxy ? 'yes' : 'no',
  }
}

/** Called by vitest before the first test: one build for all files of tests. */
export default (): Promise<void> => buildNext(BUILD)
