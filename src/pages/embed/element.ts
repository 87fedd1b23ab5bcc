import { openInPlace } from './details.ts'
import { findsPages } from './events.ts'
import { type Settings, settingsOf } from './settings.ts'
import { STYLE } from './style.ts'

/** Shows the events in the shadow root, until the signal fires. */
export type Show = (root: ShadowRoot, settings: Settings, signal: AbortSignal) => void

async function openWithoutPages(root: ShadowRoot, settings: Settings, signal: AbortSignal): Promise<void> {
  if (settings.api !== '' && !(await findsPages(settings)) && !signal.aborted)
    openInPlace(root, settings, signal)
}

/** Defines a custom element. Every change of an attribute shows it anew. */
export function defineElement(name: string, attributes: readonly string[], show: Show): void {
  if (typeof customElements === 'undefined' || customElements.get(name) !== undefined) return

  class KalendsElement extends HTMLElement {
    static readonly observedAttributes = attributes
    #shown = new AbortController()
    #isDue = false

    connectedCallback(): void {
      this.#showSoon()
    }

    attributeChangedCallback(): void {
      this.#showSoon()
    }

    disconnectedCallback(): void {
      this.#shown.abort()
    }

    /** Once for all attributes that change at the same time. */
    #showSoon(): void {
      if (this.#isDue) return
      this.#isDue = true
      queueMicrotask(() => {
        this.#isDue = false
        if (!this.isConnected) return
        this.#shown.abort()
        this.#shown = new AbortController()
        const [root, settings, { signal }] = [this.#emptyRoot(), settingsOf(this), this.#shown]
        show(root, settings, signal)
        openWithoutPages(root, settings, signal)
      })
    }

    #emptyRoot(): ShadowRoot {
      if (this.shadowRoot !== null) {
        this.shadowRoot.replaceChildren()
        return this.shadowRoot
      }
      const root = this.attachShadow({ mode: 'open' })
      // Not a `<style>`: the content security policy of the page could refuse it.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
      root.adoptedStyleSheets = [sheet]
      return root
    }
  }

  customElements.define(name, KalendsElement)
}
