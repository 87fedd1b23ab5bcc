import type { OpenApi, OperationObject, ParameterObject, ResponseObject } from '../schema/openapi.ts'
import { html, type Markup, prose } from './markup.ts'
import { choicesOf, exampleOf, meaningOf, partsOf, term, typeOf } from './schemas.ts'

/** Operations of a path that differ only in the method. They are shown once. */
interface Shown {
  readonly path: string
  readonly methods: string[]
  readonly ids: string[]
  readonly operation: OperationObject
}

export function operationSections(document: OpenApi): Markup {
  const all = shownOf(document)
  const sections = document.tags.map(({ name }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name))
    return html`<section id="tag-${name}" aria-labelledby="title-${name}"><h2 id="title-${name}">${name}</h2>
<div class="list">${own.map((one) => operationDetails(one, document))}</div></section>
`
  })
  return html`${sections}`
}

function shownOf({ paths }: OpenApi): Shown[] {
  const all: Shown[] = []
  for (const [path, item] of Object.entries(paths)) {
    const alike = new Map<string, Shown>()
    for (const [method, operation] of Object.entries(item)) {
      const key = JSON.stringify({ ...operation, operationId: '' })
      const shown = alike.get(key) ?? { path, methods: [], ids: [], operation }
      shown.methods.push(method.toUpperCase())
      shown.ids.push(operation.operationId)
      alike.set(key, shown)
    }
    all.push(...alike.values())
  }
  return all
}

function operationDetails({ path, methods, ids, operation }: Shown, document: OpenApi): Markup {
  const { summary, parameters, requestBody, responses } = operation
  const names = methods.map((method) => html`<b class="${method}">${method}</b> `)
  return html`<details data-path="${path}" data-methods="${methods.join(' ')}">
<summary><h3>${names}<code>${path}</code></h3> <span>${summary}</span></summary>
<div class="inside"><p class="anchors">${ids.map((id) => html`<a id="${id}" href="#${id}">#${id}</a> `)}</p>
${parameters.length === 0 ? '' : html`<h4>Parameters</h4><dl>${parameters.map(parameterRow)}</dl>`}
${requestBody === undefined ? '' : bodyPart(requestBody, document)}
<h4>Answers</h4><dl>${Object.entries(responses).map(responseRow)}</dl>
</div></details>
`
}

/** The script creates a form field from this row. */
function parameterRow({ name, in: place, required, description, schema = {} }: ParameterObject): Markup {
  const choices = choicesOf(schema).join(' ')
  return html`<div data-name="${name}" data-in="${place}" data-choices="${choices}">${term(name, schema, required)}
<dd>${meaningOf({ ...schema, description })}</dd></div>
`
}

function bodyPart({ content }: NonNullable<OperationObject['requestBody']>, document: OpenApi): Markup {
  const schema = content['application/json']?.schema ?? {}
  const { required } = partsOf(schema, document)
  const demands = required.map((name, at) => html`${at === 0 ? '; required: ' : ', '}<code>${name}</code>`)
  const types = Object.keys(content).map((type, at) => html`${at === 0 ? '' : ', '}<code>${type}</code>`)
  return html`<h4>Body</h4><p>${typeOf(schema)}${demands}. Sent as ${types}.</p>
<pre class="example" tabindex="0" role="group" aria-label="Example of a body">${exampleOf(schema, document)}</pre>`
}

/** The description of an error is a list of codes. Each entry begins with a code in backticks. */
function responseRow([status, { description, content = {} }]: [string, ResponseObject]): Markup {
  const types = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? typeOf(schema) : html`, <code>${type}</code>`,
  )
  const lines = description.split(/ (?=`[\w-]+`: )/).map((line) => html`<p>${prose(line)}</p>`)
  return html`<div><dt><code>${status}</code> <span>${types}</span></dt>
<dd>${lines}</dd></div>
`
}
