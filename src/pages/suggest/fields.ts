import { element } from '../embed/dom.ts'
import type { Texts } from './texts.ts'

export type Input = HTMLInputElement | HTMLTextAreaElement

export interface Field {
  readonly name: string
  readonly input: Input
  readonly box: HTMLElement
  /** Shows what is wrong; '' for nothing. */
  readonly say: (fault: string) => void
}

interface About {
  readonly type?: string
  readonly isNeeded?: boolean
  readonly autocomplete?: string
  readonly isLong?: boolean
}

/** A labelled field with a place for its fault, which screen readers read with it. */
export function fieldOf(name: string, label: string, texts: Texts, about: About = {}): Field {
  const { type = 'text', isNeeded = false, autocomplete = 'off', isLong = false } = about
  const attributes = { id: name, name, autocomplete, ...(isNeeded ? { 'aria-required': 'true' } : {}) }
  const input: Input = isLong ? element('textarea', attributes) : element('input', { type, ...attributes })
  const fault = element('p', { class: 'fault', id: `${name}-fault`, hidden: '' })
  const text = element('label', { for: name }, label)
  if (isNeeded) text.append(' ', element('span', { class: 'needed' }, `(${texts.needed})`))
  return {
    ...{ name, input, box: element('div', { class: 'field' }, text, input, fault) },
    say: (words) => {
      fault.textContent = words
      fault.hidden = words === ''
      if (words === '') {
        input.removeAttribute('aria-invalid')
        input.removeAttribute('aria-describedby')
      } else {
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', fault.id)
      }
    },
  }
}

export function checkOf(
  attributes: Readonly<Record<string, string>>,
  label: string,
): { readonly input: HTMLInputElement; readonly box: HTMLElement } {
  const input = element('input', { type: 'checkbox', ...attributes })
  return { input, box: element('label', { class: 'check' }, input, label) }
}
