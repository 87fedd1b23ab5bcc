/*
 * HTML as a value. Texts are escaped unless they are HTML already, so forgetting to escape is not possible.
 */

export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | false | null | undefined | readonly Content[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML and HTML do not have, and those that turn the direction of what follows. */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are what is removed.
const NONE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069]/g
const UNSAFE = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069]/
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above.

/** Most texts have nothing to escape. */
export const escapeText = (text: string): string =>
  UNSAFE.test(text)
    ? text.replace(NONE, '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    : text

export function textOf(content: Content): string {
  if (content instanceof Html) return content.text
  if (content === false || content === null || content === undefined) return ''
  if (typeof content === 'string') return escapeText(content)
  if (typeof content === 'number') return String(content)
  let text = ''
  for (const one of content) text += textOf(one)
  return text
}

/** html`<p>${text}</p>`: what stands in the braces is escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = strings[0] ?? ''
  for (let at = 0; at < values.length; at++) text += textOf(values[at]) + (strings[at + 1] ?? '')
  return new Html(text)
}

/** HTML of the API, which has sanitized it. Never for what a request holds. */
export const trusted = (text: string): Html => new Html(text)

/** A description. Tables that are too wide scroll in an element that the keyboard reaches. */
export const prose = (text: string): Html =>
  trusted(
    text
      .replace(/<table\b/gi, '<div class="kalends-table" tabindex="0"><table')
      .replace(/<\/table>/gi, '</table></div>'),
  )
