import type { Links } from './links.ts'

/** The parts of the request context that the writers of a format use; `Site`: what the format shows of the site. */
export interface FormatContext<Site> {
  readonly site: Site
  readonly links: Links
  /** Counts parts of the answer before they are joined, and throws when it gets too large. */
  readonly size: { readonly write: (...parts: readonly string[]) => void }
}
