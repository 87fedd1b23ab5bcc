import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }

/** package.json is the one list of what is exported: `./dist/x/y.js` is built from src/x/y.ts, or from x/y.ts. */
const built = Object.values(manifest.exports)
  .filter((path) => path.startsWith('./dist/'))
  .map((path) => path.slice('./dist/'.length, -'.js'.length))
const sourceOf = (name: string) => (name.startsWith('adapters/') ? `${name}.ts` : `src/${name}.ts`)

export default defineConfig({
  entry: Object.fromEntries(built.map((name) => [name, sourceOf(name)])),
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: [/^node:/],
  // We ask it for the offset of a zone alone. Whoever bundles our users' apps keeps all of it, 20 kB; `treeshake`
  // keeps what that needs, 2 kB. Its license is in NOTICE.
  noExternal: ['luxon'],
  dts: true,
  splitting: true,
  clean: true,
  treeshake: true,
})
