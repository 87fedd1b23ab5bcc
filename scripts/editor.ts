/* Bundles the page for editors: src/pages/editor/assets.ts is made from src/pages/editor/browser/. */
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

const NOTE = '/** Made by scripts/editor.ts from browser/; not to be written by hand. */'

interface Asset {
  readonly name: string
  readonly text: string
}

/** The scripts, of which the first is loaded by the page, and the style. */
export async function editorAssets() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/pages/editor/browser/main.tsx', style: 'src/pages/editor/browser/style.css' },
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
  const assets = outputFiles
    .map(({ path, text }): Asset => ({ name: path.replace('/out/', ''), text }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const find = (pattern: RegExp) => assets.find(({ name }) => pattern.test(name))?.name ?? ''
  const script = find(/^main-.*\.js$/)
  return { assets, chunks: chunksOf(script, metafile), script, style: find(/^style-.*\.css$/), metafile }
}

/** The files that a script cannot begin without, which the page names, so that browsers load them beside it. */
function chunksOf(script: string, { outputs }: Metafile): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    const output = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}`))?.[1]
    for (const { path, kind } of output?.imports ?? []) {
      const chunk = path.split('/').at(-1) ?? ''
      if (kind !== 'import-statement' || found.has(chunk)) continue
      found.add(chunk)
      visit(chunk)
    }
  }
  visit(script)
  return [...found].sort()
}

export async function assetsFile(): Promise<string> {
  const { assets, chunks, script, style } = await editorAssets()
  const files = assets.map(({ name, text }) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)},\n`)
  return `${NOTE}
export const SCRIPT = ${JSON.stringify(script)}
export const STYLE = ${JSON.stringify(style)}
/** What the script cannot begin without. */
export const CHUNKS: readonly string[] = ${JSON.stringify(chunks)}
/** By name. The names are hashes of the content, so an address never changes what it answers. */
export const ASSETS: Readonly<Record<string, string>> = {
${files.join('')}}
`
}
