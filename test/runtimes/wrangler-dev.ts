import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Miniflare } from 'miniflare'
import ts from 'typescript'
import { bundleForWorkerd } from './bundle-for-workerd.ts'

/*
 * In the place of `wrangler dev`, which is not installed: its bundler and its workerd, with as many of its parameters
 * and settings as examples/cloudflare has. It prints the port that it listens on.
 */

interface Configuration {
  readonly main: string
  readonly compatibility_date: string
  readonly d1_databases?: readonly { readonly binding: string; readonly database_id: string }[]
  readonly durable_objects?: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string }[]
  }
}

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    config: { type: 'string', default: 'wrangler.jsonc' },
    var: { type: 'string', multiple: true, default: [] },
    'persist-to': { type: 'string', default: '.wrangler/state' },
  },
})
const path = resolve(values.config)
const text = readFileSync(path, 'utf8')
const configuration: Configuration = ts.parseConfigFileTextToJson(path, text).config

const script = await bundleForWorkerd(join(dirname(path), configuration.main))
const objects = configuration.durable_objects?.bindings ?? []
const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: 0,
  modules: true,
  script,
  compatibilityDate: configuration.compatibility_date,
  bindings: Object.fromEntries(values.var.map((one) => /^([^:]+):(.*)$/.exec(one)?.slice(1) ?? [one, ''])),
  d1Databases: Object.fromEntries(
    (configuration.d1_databases ?? []).map(({ binding, database_id }) => [binding, database_id]),
  ),
  durableObjects: Object.fromEntries(
    objects.map(({ name, class_name }) => [name, { className: class_name, useSQLite: true }]),
  ),
  d1Persist: join(values['persist-to'], 'd1'),
  durableObjectsPersist: join(values['persist-to'], 'objects'),
})
console.log(`listening on ${(await miniflare.ready).port}`)
process.once('SIGTERM', () => void miniflare.dispose())
