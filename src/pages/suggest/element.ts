import { element } from '../embed/dom.ts'
import { type Category, type Known, suggestForm } from './form.ts'
import { codeText, fieldTexts } from './refusals.ts'
import { STYLE } from './style.ts'
import { textsFor } from './texts.ts'

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const LEVELS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `<kalends-suggest api="…">`: a form for a new suggestion, or for the one whose link the visitor has followed. */
export function defineSuggest(name: string): void {
  if (typeof customElements === 'undefined' || customElements.get(name) !== undefined) return

  class KalendsSuggest extends HTMLElement {
    connectedCallback(): void {
      if (this.shadowRoot !== null) return
      const root = this.attachShadow({ mode: 'open' })
      // Not a `<style>`: the content security policy of the page could refuse it.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
      root.adoptedStyleSheets = [sheet]
      void show(this, root)
    }
  }

  customElements.define(name, KalendsSuggest)
}

async function show(host: HTMLElement, root: ShadowRoot): Promise<void> {
  const language = host.closest('[lang]')?.getAttribute('lang') || navigator.language
  const texts = textsFor(language, host.getAttribute('texts'))
  const api = (host.getAttribute('api') ?? '').replace(/(?<!\/)\/+$/, '')
  const privacy = host.getAttribute('privacy') ?? undefined
  const id = host.getAttribute('suggestion') ?? new URLSearchParams(location.search).get('suggestion')
  const secret = location.hash.slice(1)
  const isOwn = id !== null && /^\d+$/.test(id) && secret !== ''
  const heading = element(
    LEVELS[Number(host.getAttribute('heading-level') ?? 2) - 1] ?? 'h2',
    { tabindex: '-1' },
    isOwn ? texts.yours : texts.suggest,
  )
  const status = element('p', { role: 'status' }, isOwn ? texts.loading : '')
  const place = element('div')
  root.append(heading, status, place)

  const own = isOwn ? { 'x-suggestion-secret': secret } : {}

  async function ask(
    method: string,
    path: string,
    body?: object,
    fields: Readonly<Record<string, string>> = own,
  ): Promise<Reply> {
    try {
      const response = await fetch(`${api}${path}`, {
        method,
        credentials: 'omit',
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...fields,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const found: unknown = await response.json()
      return { status: response.status, body: isObject(found) ? found : {} }
    } catch {
      return { status: 0, body: {} }
    }
  }

  /** Says how it went, in place of the form. */
  function end(words: string, ...more: readonly (Node | string)[]): void {
    status.textContent = words
    place.replaceChildren(...more)
    heading.focus()
  }

  let attempt: { readonly text: string; readonly key: string; readonly secret: string } | undefined
  const categories = await readCategories(ask)
  if (!isOwn) {
    place.replaceChildren(suggestForm({ texts, categories, privacy, send: suggest }))
    return
  }
  await showOwn()

  async function suggest(body: object): Promise<Record<string, string> | undefined> {
    status.textContent = ''
    const text = JSON.stringify(body)
    if (text !== attempt?.text) attempt = { text, key: random(), secret: random() }
    // If the answer was lost, the next attempt finds what the first one has made.
    const reply = await ask('POST', '/suggestions', body, {
      'idempotency-key': attempt.key,
      'x-suggestion-secret': attempt.secret,
    })
    if (reply.status !== 201) return refused(reply)
    const edit = String(reply.body.edit)
    end(texts.thanks, element('p', {}, texts.keep, ' ', element('a', { href: edit }, edit)))
    host.dispatchEvent(
      new CustomEvent('kalends-suggested', { bubbles: true, composed: true, detail: { id: reply.body.id } }),
    )
    return undefined
  }

  /** What is wrong with which field. */
  function refused({ body }: Reply): Record<string, string> {
    status.textContent = codeText(texts, body.code)
    return fieldTexts(texts, isObject(body.data) ? body.data.params : undefined)
  }

  async function showOwn(): Promise<void> {
    const { status: code, body } = await ask('GET', `/suggestions/${id}`)
    if (code !== 200) end(codeText(texts, body.code))
    else if (body.state === 'published') {
      const url = String(body.url)
      end(texts.published, element('p', {}, /^https?:/i.test(url) ? element('a', { href: url }, url) : url))
    } else if (body.state === 'declined') {
      const reason = String(body.reason ?? '')
      end(texts.declined, ...(reason === '' ? [] : [element('p', {}, reason)]))
    } else if (isKnown(body)) {
      status.textContent = ''
      place.replaceChildren(
        suggestForm({ texts, categories, privacy, known: body, send: change, withdraw: takeBack }),
      )
    } else end(texts.failed)
  }

  async function change(body: object): Promise<Record<string, string> | undefined> {
    status.textContent = ''
    const reply = await ask('PATCH', `/suggestions/${id}`, body)
    if (reply.status === 409) await decided()
    else if (reply.status !== 200) return refused(reply)
    else {
      await showOwn()
      status.textContent = texts.saved
    }
    return undefined
  }

  async function takeBack(): Promise<void> {
    const reply = await ask('DELETE', `/suggestions/${id}`)
    if (reply.status === 200) end(texts.withdrawn)
    else if (reply.status === 409) await decided()
    else refused(reply)
  }

  async function decided(): Promise<void> {
    await showOwn()
    status.prepend(`${texts.decided} `)
  }
}

/** 256 bits. `randomUUID` is for secure pages only. */
const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const isKnown = (body: object): body is Known =>
  'state' in body && body.state === 'pending' && 'contact' in body && isObject(body.contact)

/** At most 50; a site with more names them in the description. */
async function readCategories(ask: (method: string, path: string) => Promise<Reply>): Promise<Category[]> {
  const { body } = await ask('GET', '/categories?per_page=50')
  const found: readonly unknown[] = Array.isArray(body.categories) ? body.categories : []
  return found.flatMap((one) =>
    isObject(one) && typeof one.id === 'number' ? [{ id: one.id, name: String(one.name) }] : [],
  )
}
