/*
 * What may be in HTML that is shown, as `docs/routes.md` says it: structure, inline markup, lists, tables, images,
 * links. Written down a second time on purpose: the list in the source must not be its own judge.
 */

export const GLOBAL_ATTRIBUTES: readonly string[] = ['lang', 'dir']

/** Elements without attributes of their own. */
export const PLAIN_TAGS: readonly string[] = (
  'b big br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ' +
  'p pre s samp small span strike strong sub summary sup table tbody tfoot thead tr u ul var wbr'
).split(' ')

/** Every element, with the attributes of its own. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(PLAIN_TAGS.map((tag) => [tag, []])),
  a: ['href', 'title', 'rel', 'target'],
  abbr: ['title'],
  blockquote: ['cite'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
  ol: ['start', 'type'],
  q: ['cite'],
  td: ['colspan', 'rowspan', 'scope'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}

/** What may be in titles and names: nothing that would end a heading, a paragraph or a link that shows it. */
export const LINE_TAGS: readonly string[] =
  'abbr b big br cite code del em i img ins kbd mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  )
