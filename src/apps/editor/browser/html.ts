import { isObject } from '../../../core/domain/json.ts'

/*
 * The one place where text becomes HTML: for a frame without scripts, and for documents that are only read.
 */

interface Policy {
  createHTML(html: string): string
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

const isFactory = (value: unknown): value is Factory => isObject(value)

// Browsers without Trusted Types take the text itself.
const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
const asItIs: Policy = { createHTML: (html) => html }
// Allowed by the policy of the page, by this name alone.
const policy = isFactory(factory) ? factory.createPolicy('kalends-html', asItIs) : asItIs

export const trusted = (html: string): string => policy.createHTML(html)

/** A document that runs nothing and loads nothing. */
export const parsed = (html: string): Document => new DOMParser().parseFromString(trusted(html), 'text/html')

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
