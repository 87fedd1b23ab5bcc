import { fileURLToPath } from 'node:url'

/*
 * Several builds of one app: `DIST` names the folder of this one, the rest are the settings that change what becomes of
 * a path.
 */
const { DIST = 'dist/next', BASE_PATH, TRAILING_SLASH, SKIP_REDIRECT } = process.env

export default {
  distDir: DIST,
  turbopack: { root: fileURLToPath(new URL('../../../..', import.meta.url)) },
  ...(BASE_PATH ? { basePath: BASE_PATH } : {}),
  trailingSlash: TRAILING_SLASH === 'yes',
  skipTrailingSlashRedirect: SKIP_REDIRECT === 'yes',
}
