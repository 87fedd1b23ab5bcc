/** Text that is markup. `html` creates it, and escapes every value that is not markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Content = string | number | Markup | readonly Content[] | undefined

export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.map((part, at) => part + textOf(contents[at])).join(''))
}

function textOf(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'object') return content.map(textOf).join('')
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Turns text in backticks into `<code>` elements. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
