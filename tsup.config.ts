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
  // Built in, so that only what we use of them is loaded: of luxon 2 kB instead of 20, and without the sixty locales
  // that zod brings, whose loading takes longer than all else at the start. Their licenses are in NOTICE.
  noExternal: ['itty-router', 'luxon', 'zod'],
  dts: true,
  splitting: true,
  clean: true,
  treeshake: true,
})
