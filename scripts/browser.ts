/*
 * The scripts that browsers get, as modules of the server: `npm run browser` writes those that are not what their sources
 * say. With `--check` it writes nothing, and exits with 1 if there are any.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { assetsFile } from './editor.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What makes each file. */
export const FILES: Readonly<Record<string, () => Promise<string>>> = {
  'src/apps/editor/assets.ts': assetsFile,
  // Classic, because the page is one file. With its names, because it is there to be read.
  'src/core/docs-page/script.ts': () =>
    scriptFile('src/core/docs-page/browser/main.ts', {
      format: 'iife',
      minifyWhitespace: true,
      minifySyntax: true,
    }),
  'src/pages/embed/script.ts': () => scriptFile('src/embed.ts', { format: 'esm', minify: true }),
  'src/pages/suggest/script.ts': () => scriptFile('src/suggest.ts', { format: 'esm', minify: true }),
}

async function scriptFile(source: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    target: 'es2022',
    charset: 'utf8',
    // Backticks would end the text that the script becomes.
    supported: { 'template-literal': false },
  })
  const script = outputFiles?.[0]?.text ?? ''
  return `/** Made by scripts/browser.ts from ${source}; not to be written by hand. */\nconst SCRIPT = String.raw\`\n${script}\`\n\nexport { SCRIPT }\n`
}

export const written = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, make] of Object.entries(FILES)) {
    const text = await make()
    if (written(file) === text) continue
    if (process.argv.includes('--check')) {
      console.error(`${file} is out of date: npm run browser`)
      process.exitCode = 1
    } else {
      writeFileSync(`${root}${file}`, text)
      console.log(`${file} written`)
    }
  }
}
