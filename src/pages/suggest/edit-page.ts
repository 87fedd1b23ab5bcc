import type { Answer } from '../../core/mount/request.ts'
import { TEXTS } from './texts.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The element has the font of its page, and the page has no other text. */
const STYLE = 'body { font-family: system-ui, sans-serif }'
const STYLE_HASH = 'sha256-PtU+joLuRibzktP1DURKr0/EkuestRn3eo3Hhf+OtBw='

interface PageFacts {
  readonly id: string
  readonly accept: string
  readonly locale: string
  readonly privacy: string | undefined
}

/**
 * The page where somebody changes a suggestion. It is the same for every ID, also for those that there are not; the secret
 * is in the fragment of its address, which no server sees. Links are relative, so that a proxy may put a path in front.
 */
export function editPage({ id, accept, locale, privacy }: PageFacts): Answer<string> {
  const language = preferred(accept, locale)
  const about = privacy === undefined ? '' : ` privacy="${escaped(privacy)}"`
  const text = `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped((TEXTS[language] ?? TEXTS.en).yours)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script type="module" src="../../suggest.js"></script>
</head>
<body>
<main><kalends-suggest api="../.." suggestion="${escaped(id)}"${about} heading-level="1"></kalends-suggest></main>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>
`
  return {
    status: 200,
    content: text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Language',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        `style-src '${STYLE_HASH}'`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
    },
  }
}

/** The first language of the browser that there is, else that of the site, else English. */
function preferred(accept: string, locale: string): keyof typeof TEXTS {
  const wanted = [...accept.split(',').map((part) => part.split(';')[0]?.trim() ?? ''), locale]
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'de' || language === 'en') return language
  }
  return 'en'
}
