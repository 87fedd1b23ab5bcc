import { element } from './elements.ts'
import type { Prepared } from './request.ts'

/** What a request came to, as one line and the nodes to be shown below it. */
export interface Shown {
  readonly line: string
  readonly isGood: boolean
  readonly parts: readonly Node[]
}

/** Sends it and waits for the whole answer. Never rejects: that nothing came is said in the line. */
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

/** Can be reached and scrolled with the keyboard. */
export const scrollable = (label: string, text: string): HTMLElement =>
  element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text)

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
