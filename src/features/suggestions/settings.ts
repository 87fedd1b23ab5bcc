import type { RequestContext, Site } from '../../core/door.ts'
import type { Principal } from '../../types/index.ts'

/** What may be suggested unless the host says otherwise. */
const DEFAULT_FIELDS = [
  ...['title', 'description', 'start_date', 'end_date', 'all_day', 'timezone'],
  ...['venue', 'organizer', 'website', 'cost', 'categories'],
] as const

/** Without these there is no event. */
const ALWAYS = ['title', 'start_date', 'end_date']

export const allowedFields = ({ options: { suggestions } }: Site): readonly string[] => [
  ...new Set([...ALWAYS, ...(suggestions?.fields ?? DEFAULT_FIELDS)]),
]

/**
 * The request as that of the author, whose rights are those of a contributor here: what is suggested always waits, whoever
 * sends it.
 */
export function asAuthor(context: RequestContext): RequestContext & { readonly caller: Principal } {
  const { suggestions } = context.site.options
  if (suggestions === undefined) throw new TypeError('the calendar takes no suggestions')
  return { ...context, caller: { id: suggestions.author, role: 'contributor' } }
}

/** Where the sender changes a suggestion. */
export function editUrl(
  { site, links }: Pick<RequestContext, 'site' | 'links'>,
  id: number,
  secret: string,
): string {
  const page = site.options.suggestions?.page
  const url = new URL(page ?? `${links.api}/suggestions/${id}/edit`)
  if (page !== undefined) url.searchParams.set('suggestion', String(id))
  url.hash = secret
  return url.href
}

/** What the sender proves by it: '' for nobody. */
export const secretOf = ({ client: { asked } }: Pick<RequestContext, 'client'>): string =>
  asked?.header('X-Suggestion-Secret') ?? ''
