import type { SiteOptions } from 'kalends/site'

/** Any style outside of the layer `kalends` wins. The colours are the same, whatever the visitor prefers. */
export const CLUB_STYLE = `
:root { color-scheme: dark; background: #0d0b14; }
.kalends, .kalends-body, .kalends-skip {
  color-scheme: dark;
  --paper: #0d0b14; --sunk: #1a1626; --ink: #f4f0ff; --soft: #b3a9cc; --line: #2c2540; --edge: #7d7399;
  --accent: #ff9be3; --on-accent: #1d0616; --tint: #2a1830;
  --bad: #ff9c96; --bad-tint: #34191a; --warn: #f2c27b; --warn-tint: #2f2412;
}
.kalends h1 { font-size: clamp(2.5rem, 1rem + 7vw, 6rem); letter-spacing: -0.045em; font-weight: 800; }
.kalends-number { color: var(--accent); }
.club { padding: 1rem clamp(1rem, 4vw, 2.5rem); font: 800 1.25rem/1.5 system-ui, sans-serif; }
.club a { color: #ff9be3; text-decoration: none; }
`

/** A club that is always dark. Its pages have no header of ours. */
export const club: SiteOptions = {
  path: '/club',
  name: 'Harbour 12',
  accent: '#ff9be3',
  radius: 20,
  layout: ({ title, lang, dir, head, body }) => `<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head>${head}<link rel="stylesheet" href="/club.css"><title>${title}</title></head>
<body class="kalends-body">
<header class="club"><a href="/club/events/">Harbour 12</a></header>
${body}
</body>
</html>
`,
}
