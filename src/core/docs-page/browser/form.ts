import { answerTo, scrollable } from './answer.ts'
import { copyButton, element } from './elements.ts'
import { curlOf, type Prepared, prepare } from './request.ts'

/** A form to try an operation, built from the page's description of it. */
export function formOf(details: HTMLElement, api: string, authorization: HTMLInputElement): HTMLFormElement {
  const { path = '', methods = '' } = details.dataset
  const fields = [...details.querySelectorAll<HTMLElement>('[data-name]')].map(fieldOf)
  const method = choice('method', methods.split(' '))
  const example = details.querySelector('.example')?.textContent
  const body =
    typeof example === 'string' ? element('textarea', { rows: '7', spellcheck: 'false' }) : undefined
  if (body !== undefined) body.value = example ?? ''

  const filled = (): Prepared =>
    prepare(api, {
      method: method.value,
      path,
      fields: fields.map(({ name, place, input }) => ({ name, place, value: input.value })),
      authorization: authorization.value.trim(),
      body: body?.value,
    })

  const send = element('button', {})
  const status = element('p', { role: 'status' })
  const output = element('div')
  const curl = scrollable('The same with curl', '')
  const draw = () => {
    send.textContent = `Send ${method.value}`
    curl.textContent = curlOf(filled())
  }

  let isSending = false
  const submit = async () => {
    if (isSending) return
    isSending = true
    status.className = ''
    status.textContent = 'Sending …'
    const { line, isGood, parts } = await answerTo(filled())
    status.className = isGood ? 'good' : 'bad'
    status.textContent = line
    output.replaceChildren(...parts)
    isSending = false
  }

  const isWrite = methods !== 'GET'
  const form = element(
    'form',
    { 'aria-label': `Try ${methods} ${path}` },
    element('h4', {}, 'Try it'),
    ...(methods.includes(' ') ? [labelled('Method', method)] : []),
    element('div', { class: 'fields' }, ...fields.map(({ name, input }) => labelled(name, input))),
    ...(body === undefined ? [] : [labelled('Body, JSON', body)]),
    ...(isWrite ? [element('p', { class: 'warning' }, `This changes what is stored at ${api}.`)] : []),
    element(
      'p',
      {},
      send,
      ' ',
      copyButton('Copy as curl', () => curlOf(filled())),
    ),
    curl,
    status,
    output,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  for (const target of [form, authorization]) target.addEventListener('input', draw)
  draw()
  return form
}

function fieldOf({ dataset: { name = '', in: place = '', choices = '' } }: HTMLElement) {
  const attributes = { name, autocomplete: 'off', ...(place === 'path' ? { required: '' } : {}) }
  const input =
    choices === ''
      ? element('input', { ...attributes, spellcheck: 'false' })
      : choice(name, ['', ...choices.split(' ')])
  return { name, place, input }
}

const choice = (name: string, options: readonly string[]): HTMLSelectElement =>
  element('select', { name }, ...options.map((option) => element('option', {}, option)))

const labelled = (text: string, field: HTMLElement): HTMLElement =>
  element('label', {}, element('span', {}, text), field)
