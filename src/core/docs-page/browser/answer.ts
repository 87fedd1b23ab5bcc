import { element } from './elements.ts'
import type { Prepared } from './request.ts'

/** The result of a request: one line, and the nodes to show below it. */
export interface Shown {
  readonly line: string
  readonly isGood: boolean
  readonly parts: readonly Node[]
}

/**
 * Sends a request and waits for the whole response. Never rejects: if there is no response, the line reports the error.
 */
export async function answerTo({ url, ...init }: Prepared): Promise<Shown> {
  const start = performance.now()
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', cache: 'no-store' })
    const text = await response.text()
    const time = Math.round(performance.now() - start)
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    return {
      line: `${[response.status, response.statusText].join(' ').trim()}, ${time} ms`,
      isGood: response.ok,
      parts: [
        element('details', {}, element('summary', {}, 'Header'), scrollable('Header of the answer', headers)),
        scrollable('Body of the answer', pretty(text)),
      ],
    }
  } catch (error) {
    return { line: `No answer: ${error instanceof Error ? error.message : error}`, isGood: false, parts: [] }
  }
}

/** Focusable, so that the keyboard can scroll it. */
export const scrollable = (label: string, text: string): HTMLElement =>
  element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
