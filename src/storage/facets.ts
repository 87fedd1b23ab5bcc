/** The many-valued keys of events, those first by which few events are found. */
export const FACETS = ['venue', 'organizer', 'tag', 'category'] as const
export type Facet = (typeof FACETS)[number]

export const isFacet = (key: string): key is Facet => FACETS.some((facet) => facet === key)
