import { type BuildOptions, build } from 'esbuild'

/** A worker in one piece, as wrangler makes it. */
export async function bundleForWorkerd(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
  })
  const [bundle] = outputFiles
  if (bundle === undefined) throw new Error('there is no bundle')
  return bundle.text
}
