import type { PageKind, Settings } from './settings.ts'

/** The content security policy of a page: nothing but its style, and pictures of the origins that it shows. */
export function policyOf(settings: Settings, kind: PageKind, body: string, base: string): string {
  const own = new URL(base).origin
  const origins = new Set<string>()
  for (const [tag] of body.matchAll(/<img\b[^<>]*>/g)) {
    for (const [url] of tag.matchAll(/https?:\/\/[^\s"'<>]+/g)) {
      if (URL.canParse(url) && new URL(url).origin !== own) origins.add(new URL(url).origin)
    }
  }
  // Only what is a plain origin: nothing may end the directive.
  const pictures = [...origins].filter((origin) => /^https?:\/\/[a-z\d.:[\]-]+$/i.test(origin)).slice(0, 100)
  const policy = [
    "default-src 'none'",
    kind === 'mail' ? "style-src 'unsafe-inline'" : "style-src 'self'",
    ["img-src 'self'", ...pictures].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
  const chosen = settings.csp?.(policy, kind) ?? policy
  return chosen.replace(/[\r\n]/g, ' ')
}
