/*
 * The one place where text becomes HTML: for a frame without scripts, and for documents that are only read.
 */

interface Policy {
  createHTML(html: string): string
}

// Browsers without Trusted Types take the text itself.
const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
const policy: Policy =
  typeof factory === 'object' && factory !== null && 'createPolicy' in factory
    ? // Allowed by the policy of the page, by this name alone.
      (factory as { createPolicy(name: string, rules: Policy): Policy }).createPolicy('kalends-html', {
        createHTML: (html) => html,
      })
    : { createHTML: (html) => html }

export const trusted = (html: string): string => policy.createHTML(html)

/** A document that runs nothing and loads nothing. */
export const parsed = (html: string): Document => new DOMParser().parseFromString(trusted(html), 'text/html')

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
