import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }
import { joinChunks } from './scripts/join-chunks.ts'
import { writeWhole } from './scripts/llms.ts'
import { billOfMaterials } from './scripts/sbom.ts'

/** package.json is the one list of what is exported: `./dist/x/y.js` is built from src/x/y.ts, or from x/y.ts. */
const built = Object.values(manifest.exports)
  .filter((path) => path.startsWith('./dist/'))
  .map((path) => path.slice('./dist/'.length, -'.js'.length))
const sourceOf = (name: string) => (name.startsWith('adapters/') ? `${name}.ts` : `src/${name}.ts`)

const exported = Object.fromEntries(built.map((name) => [name, sourceOf(name)]))
// The API is a file of its own, so that the index only exports: whoever imports `ApiError` alone then bundles that alone.
const entry = { ...exported, api: 'src/api.ts', kalends: 'command/main.ts' }

/**
 * luxon makes its parsers of ISO texts when it is loaded. Nothing here uses them, but only marked calls can be left out.
 */
const parsersOfLuxon: Plugin = {
  name: 'parsers of luxon',
  setup({ onLoad }) {
    onLoad({ filter: /luxon\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /= (RegExp|combineRegexes|combineExtractors|simpleParse)\(/g,
        '= /* @__PURE__ */ $1(',
      ),
    }))
  },
}

export default defineConfig({
  entry,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  // The command imports the package by its name, as its users do.
  external: [/^node:/, /^kalends(\/|$)/],
  // Built in, so that only what we use of them is loaded: of luxon 2 kB instead of 20, and without the sixty locales
  // that zod brings, whose loading takes longer than all else at the start. Their licenses are in NOTICE, their
  // versions in sbom.cdx.json.
  noExternal: ['@noble/hashes', 'aws4fetch', 'itty-router', 'luxon', 'zod'],
  esbuildPlugins: [parsersOfLuxon, billOfMaterials],
  dts: { entry: exported },
  splitting: true,
  // Shorter syntax. Names and lines stay, so that stack traces can be read.
  esbuildOptions: (options) => {
    options.minifySyntax = true
  },
  clean: true,
  // A file imports another for what it exports, never for an effect.
  treeshake: { moduleSideEffects: 'no-external' },
  onSuccess: async () => {
    writeWhole(`${import.meta.dirname}/`)
    await joinChunks(`${import.meta.dirname}/dist`, Object.keys(entry))
  },
})
