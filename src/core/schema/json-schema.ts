import type * as z from 'zod/mini'
import { formOf } from './field.ts'

/**
 * JSON Schema (2020-12, as in OpenAPI 3.1) of the values that our schemas accept on the wire. It covers only the
 * constructs that they use. It is a tenth of the size of zod's own converter, and the tests compare the two.
 */
export interface JsonSchema {
  [keyword: string]: unknown
}

export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const form = formOf(schema)
  if (form !== undefined) return { ...form }
  const { def } = (isKnown(schema) ? schema : unknownKind(schema))._zod
  switch (def.type) {
    case 'string':
      return { type: 'string', ...constraints(def.checks, 'Length') }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'null':
      return { type: 'null' }
    case 'literal':
      return def.values.length === 1 ? { const: def.values[0] } : { enum: [...def.values] }
    case 'enum':
      return { type: 'string', enum: Object.values(def.entries) }
    case 'array':
      return { type: 'array', items: jsonSchemaOf(def.element), ...constraints(def.checks, 'Items') }
    case 'record':
      return { type: 'object', additionalProperties: jsonSchemaOf(def.valueType) }
    case 'union':
      return { anyOf: def.options.map(jsonSchemaOf) }
    case 'nullable':
      return { anyOf: [jsonSchemaOf(def.innerType), { type: 'null' }] }
    case 'optional':
    case 'prefault':
    case 'catch':
      return jsonSchemaOf(def.innerType)
    case 'pipe':
      return jsonSchemaOf(def.in)
    case 'never':
      return { not: {} }
    case 'object': {
      const required = Object.keys(def.shape).filter((name) => !isOptional(def.shape[name]))
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(def.shape).map(([name, field]) => [name, jsonSchemaOf(field)]),
        ),
        ...(required.length === 0 ? {} : { required }),
      }
    }
    case 'unknown':
      return {}
  }
}

/** A field that may be absent. */
const isOptional = (field: z.core.$ZodType | undefined): boolean =>
  field?._zod.def.type === 'optional' || field?._zod.def.type === 'prefault'

type Known =
  | z.core.$ZodString
  | z.core.$ZodNumber
  | z.core.$ZodBoolean
  | z.core.$ZodNull
  | z.core.$ZodLiteral
  | z.core.$ZodEnum
  | z.core.$ZodArray
  | z.core.$ZodRecord
  | z.core.$ZodUnion
  | z.core.$ZodNullable
  | z.core.$ZodOptional
  | z.core.$ZodPrefault
  | z.core.$ZodCatch
  | z.core.$ZodPipe
  | z.core.$ZodNever
  | z.core.$ZodObject
  | z.core.$ZodUnknown

const KNOWN = new Set<string>([
  ...[
    'string',
    'number',
    'boolean',
    'null',
    'literal',
    'enum',
    'array',
    'record',
    'union',
    'nullable',
    'optional',
    'prefault',
    'catch',
  ],
  ...['pipe', 'never', 'object', 'unknown'],
])

const isKnown = (schema: z.core.$ZodType): schema is Known => KNOWN.has(schema._zod.def.type)

function unknownKind(schema: z.core.$ZodType): never {
  throw new TypeError(`no JSON Schema for '${schema._zod.def.type}'`)
}

/** Lengths and patterns. `word`: the end of the keywords for a length, which differs between texts and lists. */
function constraints(checks: z.core.$ZodCheck<never>[] | undefined, word: 'Length' | 'Items'): JsonSchema {
  const found: JsonSchema = {}
  for (const check of checks ?? []) {
    const def: unknown = check._zod.def
    if (typeof def !== 'object' || def === null || !('check' in def)) continue
    if (def.check === 'min_length' && 'minimum' in def) found[`min${word}`] = def.minimum
    if (def.check === 'max_length' && 'maximum' in def) found[`max${word}`] = def.maximum
    if ('pattern' in def && def.pattern instanceof RegExp) found.pattern = def.pattern.source
  }
  return found
}
