/**
 * HTML that came from the API, which lets in known tags with known attributes only, when it is written. Never hand
 * anything else to this.
 */
export function StoredHtml({ html, className }: { html: string; className: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
