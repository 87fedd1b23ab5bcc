import { type Content, type Html, html, textOf, trusted } from '../html.ts'
import type { Page, Scene } from '../scene.ts'
import { styleName } from '../style-file.ts'
import { dirOf } from '../texts.ts'

/*
 * What is around each page: head, header and footer.
 */

/** JSON inside of a script element: no `<` may end it. */
const json = (value: object): Html =>
  trusted(
    JSON.stringify(value).replace(
      /[<>\u2028\u2029]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )

export function headOf(scene: Scene, page: Page): Html {
  const { settings, name, words } = scene
  const { title, description = '', canonical, isHidden, image } = page
  const picture = image ?? (settings.defaultImage ? { url: settings.defaultImage, alt: name } : undefined)
  const property = (key: string, value: string | undefined) =>
    value ? html`<meta property="${key}" content="${value}">\n` : undefined
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description && html`<meta name="description" content="${description}">\n`}${isHidden && html`<meta name="robots" content="noindex">\n`}${canonical && html`<link rel="canonical" href="${canonical}">\n`}${property('og:site_name', name)}${property('og:title', title)}${property('og:type', page.kind === 'event' ? 'article' : 'website')}${property('og:description', description)}${property('og:url', canonical)}${property('og:locale', words.locale.replace('-', '_'))}${property('og:image', picture?.url)}${property('og:image:alt', picture?.alt)}<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">
<link rel="icon" type="image/svg+xml" href="${scene.path({ is: 'style', name: 'kalends-icon.svg' })}">
<link rel="stylesheet" href="${scene.path({ is: 'style', name: styleName(settings) })}">
${page.head}${page.jsonLd && html`<script type="application/ld+json">${json(page.jsonLd)}</script>\n`}`
}

export const linkedFeeds = (
  feeds: { readonly ics: string; readonly rss: string } | undefined,
  name: string,
): Content =>
  feeds &&
  html`<link rel="alternate" type="text/calendar" title="${name}" href="${feeds.ics}">
<link rel="alternate" type="application/rss+xml" title="${name}" href="${feeds.rss}">
`

/** The whole document. */
export function documentOf(scene: Scene, page: Page, path: string): string {
  const { settings, name, say, me } = scene
  const lang = scene.words.locale
  const dir = dirOf(lang)
  const head = headOf(scene, page)
  const body = html`<main class="kalends kalends-page kalends-page-${page.kind}${scene.words.areTimesLong && ' kalends-long-times'}" id="kalends-main" tabindex="-1">
${page.body}
</main>`
  const title = page.title === name ? name : `${page.title} – ${name}`
  if (settings.layout !== undefined) {
    const parts = {
      title: textOf(title),
      lang,
      dir,
      head: head.text,
      body: body.text,
      path: textOf(path),
      kind: page.kind,
    }
    return settings.layout(parts)
  }
  const feed = scene.feedBase
  const start = scene.path({ is: 'events', view: { is: 'list' } })
  const zone = settings.footer ?? say('Times are in #.', scene.words.zoneName(me.timezone))
  return html`<!DOCTYPE html>
<html lang="${lang}" dir="${dir}" class="kalends-root">
<head>
${head}<title>${title}</title>
</head>
<body class="kalends-body">
<a class="kalends-skip" href="#kalends-main">${say('Skip to content')}</a>
<header class="kalends kalends-header"><div class="kalends-bar"><a class="kalends-name" href="${start}">${settings.logo && html`<img src="${settings.logo}" alt="" height="28">`}${name}</a>${settings.links.length > 0 && html`<nav aria-label="${say('Navigation')}"><ul>${settings.links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}</ul></nav>`}</div></header>
${body}
<footer class="kalends kalends-footer"><div class="kalends-bar"><p>${name}. ${zone}</p><ul>${me.features.suggestions && html`<li><a href="${scene.path({ is: 'suggest' })}">${say('Suggest an event')}</a></li>`}<li><a href="${feed.replace(/^https?:/, 'webcal:')}.ics">${say('Subscribe')}</a></li><li><a href="${feed}.rss">${say('RSS')}</a></li><li><a href="${scene.path({ is: 'mail' })}">${say('Newsletter')}</a></li></ul></div></footer>
</body>
</html>
`.text
}
