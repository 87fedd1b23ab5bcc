import type { EditorSettings } from './settings.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const originOf = (url: string | undefined): string[] =>
  url !== undefined && /^https?:/i.test(url) ? [new URL(url).origin] : []

/** The style of the page, with the one colour that hosts choose: in a file, because the policy allows no inline styles. */
export const styleOf = ({ accent }: EditorSettings, style: string): string =>
  style.replace('.css', `-${accent.slice(1).toLowerCase()}.css`)

export const accentRule = ({ accent }: EditorSettings): string => `:root{--accent:${accent.toLowerCase()}}\n`

/** The page of every screen. Its script reads the address, and shows the screen. */
export function pageOf(
  settings: EditorSettings,
  rest: string,
  assets: { readonly script: string; readonly style: string },
) {
  const { path, apiPath, logo, links, frameAncestors, imageOrigins } = settings
  // Relative, so that a proxy may put a path in front of both.
  const depth = rest.split('/').length - 1
  const base =
    depth === 0 ? `./${path.slice(path.lastIndexOf('/') + 1)}/` : './'.concat('../'.repeat(depth - 1))
  const asset = (name: string) => escaped(`${base}assets/${name}`)
  // Asked beside the script, which needs the answer first: one way to the server and back less.
  const me = escaped(`${base}${'../'.repeat(path.split('/').length - 1)}${apiPath.slice(1)}/me`)
  const config = JSON.stringify({ path, api: apiPath, logo: logo ?? null, links })
  const text = `<!DOCTYPE html>
<html lang="en" data-config="${escaped(config)}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Calendar</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${asset(styleOf(settings, assets.style))}">
<link rel="preload" as="fetch" crossorigin href="${me}">
<script type="module" src="${asset(assets.script)}"></script>
</head>
<body>
<div id="app"><main class="center"><h1>Calendar</h1><p role="status">Loading …</p></main></div>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>
`
  return {
    text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        ["img-src 'self' blob: data:", ...originOf(logo), ...imageOrigins].join(' '),
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        `frame-ancestors ${frameAncestors}`,
        "require-trusted-types-for 'script'",
        // The second one reads what is pasted.
        'trusted-types kalends-html ProseMirrorClipboard',
      ].join('; '),
    },
  }
}
