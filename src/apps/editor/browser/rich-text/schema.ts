import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'

/*
 * What can be written with buttons. Everything else that the calendar keeps, such as tables and details, is a block of
 * source: it can be moved, deleted and edited, and loses nothing.
 */

const nodes = {
  doc: { content: 'block+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  bullet_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  /** HTML that has no buttons. */
  source: { group: 'block', atom: true, attrs: { html: { default: '' } }, toDOM: () => ['div'] },
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  image: {
    group: 'inline',
    inline: true,
    attrs: { src: {}, alt: { default: null } },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (element) => ({ src: element.getAttribute('src'), alt: element.getAttribute('alt') }),
      },
    ],
    toDOM: ({ attrs }) => ['img', { src: attrs.src, alt: attrs.alt ?? '' }],
  },
} satisfies Record<string, NodeSpec>

/** Marks whose elements have no attributes. Which of two equal elements was used is kept. */
const plainMark = (...tags: readonly [string, ...string[]]): MarkSpec => ({
  attrs: { tag: { default: tags[0] } },
  parseDOM: tags.map((tag) => ({ tag, attrs: { tag } })),
  toDOM: ({ attrs }) => [attrs.tag, 0],
})

const marks = {
  link: {
    attrs: { href: {}, title: { default: null }, target: { default: null }, rel: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) =>
          Object.fromEntries(
            ['href', 'title', 'target', 'rel'].map((name) => [name, element.getAttribute(name)]),
          ),
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
  },
  strong: plainMark('strong', 'b'),
  em: plainMark('em', 'i'),
  underline: plainMark('u'),
  strike: plainMark('s', 'del'),
  code: plainMark('code'),
  sub: plainMark('sub'),
  sup: plainMark('sup'),
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes, marks })
