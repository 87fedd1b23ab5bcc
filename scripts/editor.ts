/* Bundles the page for editors: src/apps/editor/assets.ts is made from src/apps/editor/browser/. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { rollup } from 'rollup'

const root = fileURLToPath(new URL('..', import.meta.url))

const NOTE = '/** Made by scripts/editor.ts from browser/; not to be written by hand. */'

interface Asset {
  readonly name: string
  readonly text: string
  /** The scripts that it cannot begin without. */
  readonly imports: readonly string[]
}

/** The scripts, of which the first is loaded by the page, and the style. */
export async function editorAssets() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/apps/editor/browser/main.tsx', style: 'src/apps/editor/browser/style.css' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: '/out',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: ['es2022', 'safari16.4'],
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
  })
  const built = outputFiles.map(({ path, text }) => ({ name: path.replace('/out/', ''), text, imports: [] }))
  const styles = built.filter(({ name }) => name.endsWith('.css'))
  const scripts = await joined(new Map(built.map(({ name, text }) => [name, text])))
  const assets = [...styles, ...scripts].sort((a, b) => (a.name < b.name ? -1 : 1))
  const find = (pattern: RegExp) => assets.find(({ name }) => pattern.test(name))?.name ?? ''
  return { assets, script: find(/^main-.*\.js$/), style: find(/^style-.*\.css$/), metafile }
}

/**
 * esbuild makes five files of what the page begins with, because later screens use parts of it. rollup knows that these
 * find the first script loaded, so it makes one file of them: a browser opens six connections at once, and each request
 * more waits for one of them.
 */
async function joined(files: ReadonlyMap<string, string>): Promise<Asset[]> {
  const input = [...files.keys()].filter((name) => /^main-.*\.js$/.test(name))
  const withoutHash = (name: string) => `${name.replace(/-[A-Z\d]{8}$/, '')}-[hash].js`
  const bundle = await rollup({
    input,
    // esbuild has done so.
    treeshake: false,
    plugins: [
      {
        name: 'in memory',
        resolveId: (id) => id.replace('./', ''),
        load: (id) => files.get(id) ?? null,
      },
    ],
  })
  const { output } = await bundle.generate({
    compact: true,
    hashCharacters: 'base36',
    hoistTransitiveImports: false,
    entryFileNames: ({ name }) => withoutHash(name),
    chunkFileNames: ({ name }) => withoutHash(name),
  })
  await bundle.close()
  return output.flatMap((one) =>
    one.type === 'chunk' ? [{ name: one.fileName, text: one.code, imports: one.imports }] : [],
  )
}

export async function assetsFile(): Promise<string> {
  const { assets, script, style } = await editorAssets()
  const files = assets.map(({ name, text }) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)},\n`)
  return `${NOTE}
export const SCRIPT = ${JSON.stringify(script)}
export const STYLE = ${JSON.stringify(style)}
/** By name. The names are hashes of the content, so an address never changes what it answers. */
export const ASSETS: Readonly<Record<string, string>> = {
${files.join('')}}
`
}
