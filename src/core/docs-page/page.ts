import { subscribeLinks } from '../domain/subscribe-links.ts'
import type { OpenApi } from '../schema/openapi.ts'
import { html, Markup } from './markup.ts'
import { operationSections } from './operations.ts'
import { schemaSection } from './schemas.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

export { prefersHtml } from './preference.ts'

export interface Page {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The documentation as an HTML page. It is complete without the script, which adds a filter and forms to try requests.
 * Everything comes from the document, and the page loads nothing from elsewhere.
 */
export async function pageOf(document: OpenApi): Promise<Page> {
  return {
    html: page(document).text,
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${await sourceOf(SCRIPT)}`,
        `style-src ${await sourceOf(STYLE)}`,
        "connect-src 'self'",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
    },
  }
}

/** The CSP source for this inline text. No other inline text may run or apply (CSP 3, section 2.3.1, hash-source). */
async function sourceOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

const ICON =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E%3Cpath%20fill='%230b6170'%20d='M1%203h14v12H1zM4%201h2v3H4zM10%201h2v3h-2z'/%3E%3Cpath%20fill='%23fff'%20d='M3%207h10v6H3z'/%3E%3C/svg%3E"

function page(document: OpenApi): Markup {
  const { info, servers, openapi, tags } = document
  const contents = tags.map(({ name }) => html`<li><a href="#tag-${name}">${name}</a></li>`)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: documentation</title>
<link rel="icon" href="${ICON}">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>${info.title} <small>${info.version}</small></h1>
<p>${info.description}</p>
<p>At ${servers.map(({ url }) => html`<code>${url}</code> `)}· <a href="?format=json">OpenAPI ${openapi}</a></p>
<p>${subscriptions(info.title, servers[0]?.url ?? '')}</p>
</header>
<aside>
<div id="tools" hidden>
<p><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off" spellcheck="false">
<small id="found" role="status"></small></p>
<p><label for="authorization">Authorization</label><input id="authorization" autocomplete="off" spellcheck="false"
autocapitalize="off" placeholder="Bearer …" aria-describedby="kept"> <small id="kept">Sent with your requests. Stays on this page.</small></p>
</div>
<nav aria-label="Contents"><ul>${contents}<li><a href="#schemas">Schemas</a></li></ul></nav>
</aside>
<main id="operations" tabindex="-1">
${operationSections(document)}${schemaSection(document)}
</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`
}

/** Links for people to subscribe to the calendar. */
function subscriptions(title: string, api: string): Markup {
  const links = subscribeLinks(`${api}/events.ics`, title)
  const programs = [
    ['calendar app', links.webcal],
    ['Google Calendar', links.google],
    ['Outlook.com', links.outlook],
    ['Microsoft 365', links.office365],
    ['iCalendar', links.url],
    ['RSS', `${api}/events.rss`],
  ] as const
  return html`Subscribe: ${programs.map(([name, href], at) => html`${at === 0 ? '' : ' · '}<a href="${href}">${name}</a>`)}`
}
