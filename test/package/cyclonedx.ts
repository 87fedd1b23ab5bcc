import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const folder = new URL('../../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url)
const schemaNamed = (name: string): object =>
  JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, folder), 'utf8'))

/** What the published schema of CycloneDX 1.6 says of a bill of materials: its faults, none where it is valid. */
export function faultsOf(bill: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  for (const name of ['spdx', 'jsf-0.82']) {
    ajv.addSchema(schemaNamed(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  }
  const validate = ajv.compile(schemaNamed('bom-1.6'))
  validate(bill)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}
