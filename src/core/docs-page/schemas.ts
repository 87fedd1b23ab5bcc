import type { JsonSchema } from '../schema/json-schema.ts'
import type { OpenApi } from '../schema/openapi.ts'
import { html, type Markup, prose } from './markup.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

/** The names in a list such as `required`. */
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const nameOf = (schema: JsonSchema): string | undefined =>
  typeof schema.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : undefined

/** All components, each with an anchor that `typeOf` links to. */
export function schemaSection({ components }: OpenApi): Markup {
  const all = Object.entries(components.schemas).map(
    ([name, schema]) => html`<details><summary><h3><code>${name}</code></h3></summary>
<div class="inside"><p class="anchors"><a id="schema-${name}" href="#schema-${name}">#schema-${name}</a></p>
${fieldsOf(schema)}</div></details>
`,
  )
  return html`<section id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title">Schemas</h2>
<div class="list">${all}</div></section>`
}

/** A schema in one line: its type and bounds, with references as links. */
export function typeOf(schema: JsonSchema): Markup {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  if ('const' in schema) return constant(schema.const)
  if (Array.isArray(schema.enum)) return either(schema.enum.map(constant))
  if ('anyOf' in schema) return either(alternativesOf(schema).map(typeOf))
  if ('allOf' in schema) return either(schemasIn(schema.allOf).filter(nameOf).map(typeOf))
  if ('not' in schema) return html`nothing`
  if (schema.type === 'array') return listType(schema)
  if (schema.type === undefined) return html`any`
  return html`${String(schema.type)}${boundsOf(schema)}`
}

const constant = (value: unknown): Markup => html`<code>${JSON.stringify(value)}</code>`

function listType(schema: JsonSchema): Markup {
  const items = isSchema(schema.items) ? schema.items : {}
  if (schema.maxItems === 0 || 'not' in items) return html`empty list`
  return 'anyOf' in items ? html`list of (${typeOf(items)})` : html`list of ${typeOf(items)}`
}

/** The members of a union. Nested unions become one. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  'anyOf' in schema ? schemasIn(schema.anyOf).flatMap(alternativesOf) : [schema]

function either(types: readonly Markup[]): Markup {
  const texts = new Map(types.map((type) => [type.text, type]))
  return html`${[...texts.values()].map((type, at) => (at === 0 ? type : html` | ${type}`))}`
}

function boundsOf({ minLength, maxLength, minimum }: JsonSchema): Markup {
  if (typeof minimum === 'number') return html` from ${minimum}`
  if (typeof maxLength !== 'number') return html``
  return html` of ${typeof minLength === 'number' ? `${minLength} to ` : 'at most '}${maxLength} characters`
}

/** The fields of an object, with nested fields below. For any other schema, only its type. */
function fieldsOf(schema: JsonSchema): Markup {
  if (!isSchema(schema.properties)) return html`<p>${typeOf(schema)}</p>`
  const required = namesIn(schema.required)
  const rows = Object.entries(schema.properties).map(([name, value]) => {
    const field = isSchema(value) ? value : {}
    return html`<div>${term(name, field, required.includes(name))}
<dd>${meaningOf(field)}${isSchema(field.properties) ? fieldsOf(field) : ''}</dd></div>
`
  })
  return html`<dl>${rows}</dl>`
}

export const term = (name: string, schema: JsonSchema, isRequired: boolean): Markup =>
  html`<dt><code>${name}</code>${isRequired ? html` <em>required</em>` : ''} <span>${typeOf(schema)}</span></dt>`

export function meaningOf({ description, default: byDefault }: JsonSchema): Markup {
  const ending = byDefault === undefined ? '' : html` Default: <code>${JSON.stringify(byDefault)}</code>.`
  return html`${prose(typeof description === 'string' ? description : '')}${ending}`
}

/** The values of a choice; `[]` when the field accepts any text. */
export function choicesOf(schema: JsonSchema): string[] {
  if (alternativesOf(schema).some(({ type }) => type === 'boolean')) return ['true', 'false']
  return namesIn(schema.enum)
}

/** The fields of a body, with its references resolved, and the names of its required fields. */
export function partsOf(schema: JsonSchema, { components }: OpenApi) {
  const parts = 'allOf' in schema ? schemasIn(schema.allOf) : [schema]
  const referred = parts.map((part) => components.schemas[nameOf(part) ?? ''] ?? part)
  return {
    required: parts.flatMap((part) => namesIn(part.required)),
    fields: referred.flatMap(({ properties }) => (isSchema(properties) ? Object.entries(properties) : [])),
  }
}

/** Example values. A schema does not describe what a typical text looks like. */
const TEXTS: Readonly<Record<string, string>> = {
  title: 'Open studio',
  // Relative dates, so that the example is never in the past.
  start_date: 'next friday 19:00',
  end_date: 'next friday 22:00',
  venue: 'Hall 3',
  organizer: 'Studio friends',
  name: 'Workshops',
}

/** A small valid body: the required fields, or one field when none is required. */
export function exampleOf(schema: JsonSchema, document: OpenApi): string {
  const { required, fields } = partsOf(schema, document)
  const shown = fields.filter(([name], at) => (required.length === 0 ? at === 0 : required.includes(name)))
  return JSON.stringify(Object.fromEntries(shown.map(([name]) => [name, TEXTS[name] ?? ''])), null, 2)
}
