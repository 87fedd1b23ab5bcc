import type { SiteOptions } from 'kalends/site'

/** What the reset of Tailwind 4 does to all elements, in its layer, and a page that was there before. */
export const MUSEUM_STYLE = `
@layer theme, base, components, kalends, utilities;
@layer base {
  *, ::after, ::before { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid; }
  html { line-height: 1.5; font-family: ui-sans-serif, system-ui, sans-serif; }
  h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit; }
  a { color: inherit; text-decoration: inherit; }
  ol, ul, menu { list-style: none; }
  img, svg, video { display: block; vertical-align: middle; max-width: 100%; height: auto; }
  button, input, select, textarea { font: inherit; color: inherit; background-color: transparent; border-radius: 0; }
  table { border-collapse: collapse; border-color: inherit; text-indent: 0; }
  summary { display: list-item; }
}
@layer utilities {
  .bar { display: flex; gap: 2rem; padding: 1.25rem 2.5rem; background: #1e3a34; color: #fff; }
  .bar strong { margin-inline-end: auto; }
  .bar a:focus-visible { outline: 3px solid #fff; outline-offset: 3px; }
}
`

/** Pages inside of a page that was there before. */
export const museum: SiteOptions = {
  path: '/museum',
  name: 'Museum of the lake',
  accent: '#1e6b5c',
  radius: 0,
  layout: ({ title, lang, dir, head, body }) => `<!DOCTYPE html>
<html lang="${lang}" dir="${dir}">
<head><link rel="stylesheet" href="/museum.css">${head}<title>${title}</title></head>
<body>
<header class="bar"><strong>Museum of the lake</strong><a href="/museum/events/">Events</a></header>
${body}
</body>
</html>
`,
}
