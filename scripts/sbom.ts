import { readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { editorAssets } from './editor.ts'

/*
 * The bill of materials of the package, in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): the packages whose
 * code is built in, which audits of `node_modules` cannot see otherwise. It is made of what the bundler really took.
 */

const root = new URL('..', import.meta.url).pathname

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly description?: string
}

function manifestAt(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(`${root}${folder}package.json`, 'utf8'))
  return manifest
}

/** Folders such as `node_modules/zod/`, of the files that left code in an output. */
function packagesIn(
  outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>,
): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  )
  const folders = files.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0])
  return [...new Set(folders.filter((folder) => folder !== undefined))]
}

function componentOf({ name, version, license, description }: Manifest) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(description !== undefined && { description }),
    licenses: [{ license: { id: license } }],
    purl,
  }
}

/** Without a time or a serial number: the same sources give the same file. */
function billOf(folders: readonly string[]) {
  const own = componentOf(manifestAt(''))
  const components = folders
    .map(manifestAt)
    .map(componentOf)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: own },
    components: components.map((one) => ({ ...one, scope: 'required' })),
    dependencies: [
      { ref: own['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'] })),
    ],
    compositions: [{ aggregate: 'complete', assemblies: [own['bom-ref']] }],
  }
}

/** Writes `sbom.cdx.json` in the root whenever something is built. */
export const billOfMaterials: Plugin = {
  name: 'bill of materials',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true
    onEnd(async ({ metafile }) => {
      if (metafile === undefined) return
      // The page for editors comes as one file, which names none of what is in it.
      const page = (await editorAssets()).metafile
      const folders = new Set([...packagesIn(metafile.outputs), ...packagesIn(page.outputs)])
      const bill = billOf([...folders])
      writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`)
    })
  },
}
