import { readdirSync, rmSync } from 'node:fs'
import { rollup } from 'rollup'

/*
 * esbuild makes a chunk of the modules that the same entries and the same `import()` reach: of what the API loads at its
 * start, forty files, most of them smaller than their imports. rollup knows that what `import()` brings finds the modules
 * of its importer loaded already, so it joins these to one.
 */

/** Joins the chunks of a build in place. `entries`: their names, without `.js`. */
export async function joinChunks(folder: string, entries: readonly string[]): Promise<void> {
  const before = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, `${folder}/${name}.js`])),
    external: (id) => !/^[./]/.test(id),
    // esbuild has done so.
    treeshake: false,
  })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    // The names have a hash already.
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    hoistTransitiveImports: false,
  })
  await bundle.close()
  const after = new Set(output.map(({ fileName }) => fileName))
  for (const path of before) if (path.endsWith('.js') && !after.has(path)) rmSync(`${folder}/${path}`)
}
