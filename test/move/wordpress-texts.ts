/*
 * How WordPress shows a text that was written in it: blocks, shortcodes, paragraphs, typographic signs, smileys.
 */

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\.\.\./g, '&#8230;'],
  [/---/g, '&#8212;'],
  [/(^|\s)--(?=\s)/g, '$1&#8212;'],
  [/--/g, '&#8211;'],
  [/ \(tm\)/g, ' &#8482;'],
  [/(\d)x(?=\d)/g, '$1&#215;'],
  [/(\d)"/g, '$1&#8243;'],
  [/(\d)'/g, '$1&#8242;'],
  [/(^|[\s(])"/g, '$1&#8220;'],
  [/"/g, '&#8221;'],
  [/(^|[\s(])'(?=\d\ds)/g, '$1&#8217;'],
  [/(^|[\s(])'/g, '$1&#8216;'],
  [/'/g, '&#8217;'],
  [/&(?!#?\w+;)/g, '&#038;'],
  [/Wordpress/g, 'WordPress'],
]

const SMILEYS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\S):-?\)(?!\S)/g, '\u{1f642}'],
  [/(?<!\S):D(?!\S)/g, '\u{1f600}'],
  [/(?<!\S)8O(?!\S)/g, '\u{1f62f}'],
  [
    /(?<!\S):mrgreen:(?!\S)/g,
    '<img src="https://town.example/wp-includes/images/smilies/mrgreen.png" alt=":mrgreen:" class="wp-smiley" />',
  ],
]

/** Tags, and the shortcodes that the site knows. */
const KEPT = /(<[^>]*>|\[\/?(?:gallery|caption|embed|list|lang_de)\b[^\]]*\])/

const outsideTags = (html: string, change: (text: string) => string): string =>
  html
    .split(KEPT)
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('')

/** Signs in the place of those of a typewriter. */
export const texturized = (html: string): string =>
  outsideTags(html, (text) => SIGNS.reduce((all, [from, to]) => all.replace(from, to), text))

const BLOCK = /^<(?:p|div|h\d|ul|ol|figure|blockquote|style|iframe)\b/

/** Empty lines end paragraphs. */
function paragraphed(html: string): string {
  return html
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (BLOCK.test(part) ? part : `<p>${part.replace(/\n/g, '<br />\n')}</p>`))
    .join('\n')
}

let galleries = 0

const galleryOf = (columns: number) => {
  galleries++
  return (
    `<style type="text/css">#gallery-${galleries} { margin: auto; } /* see wp-includes/media.php */</style>` +
    `<div id="gallery-${galleries}" class="gallery gallery-columns-${columns}"><dl class="gallery-item">` +
    '<dt><a href="https://town.example/one/"><img src="https://town.example/one-150x150.jpg" class="attachment" /></a></dt>' +
    '<dd class="wp-caption-text">The first "one"</dd></dl></div>'
  )
}

function followed(html: string): string {
  return html
    .replace(/\[gallery[^\]]*\]/g, () => galleryOf(3))
    .replace(
      /\[caption[^\]]*\]([\s\S]*?)\[\/caption\]/g,
      (_, content: string) =>
        `<div id="attachment_6" style="width: 310px" class="wp-caption">${content.replace(/(<img[^>]*>)\s*([\s\S]*)/, '$1<p class="wp-caption-text">$2</p>')}</div>`,
    )
    .replace(/\[embed\](\S*?)\[\/embed\]/g, (_, url: string) => player(url))
    .replace(/\[list n="(\d)"\]/g, '<ul><li>Item $1 of 3x4</li></ul>')
    .replace(/\[lang_de\]([\s\S]*?)\[\/lang_de\]/g, '$1')
}

const player = (url: string) =>
  `<iframe title="Film" width="500" src="${url.replace('watch', 'embed')}" allowfullscreen></iframe>`

/** Comments are around blocks; some blocks are comments alone. */
const blocks = (html: string): string =>
  html
    .replace(/<!-- wp:tribe\/[^>]*\/-->/g, '')
    .replace(/<!-- wp:block [^>]*\/-->/g, '<p class="wp-block-paragraph">Doors open at 7 -- be early</p>')
    .replace(/<!-- \/?wp:[^>]*-->/g, '')
    .replace(/<(p|h2)>/g, '<$1 class="wp-block-$1">')

/** `the_content`. */
export function shownText(raw: string): string {
  if (raw === '') return ''
  const embedded = raw.replace(/^https:\/\/film\.example\/\S+$/gm, player)
  const html = /<!-- wp:/.test(embedded) ? blocks(embedded) : paragraphed(embedded)
  const smiling = SMILEYS.reduce(
    (all, [from, to]) => outsideTags(all, (text) => text.replace(from, to)),
    followed(texturized(html)),
  )
  return `${smiling}\n`
}
