/*
 * What styles and elements of a clipboard say about a text.
 */

export interface Marks {
  readonly strong: boolean
  readonly em: boolean
  readonly u: boolean
  readonly s: boolean
  readonly code: boolean
  readonly sub: boolean
  readonly sup: boolean
  /** '' for no link. */
  readonly href: string
  /** In headings, which are bold without saying so. */
  readonly isBoldAnyway: boolean
}

export const NO_MARKS: Marks = {
  ...{ strong: false, em: false, u: false, s: false, code: false, sub: false, sup: false },
  ...{ href: '', isBoldAnyway: false },
}

/** The declarations of an element, in lower case. Browsers drop those of Word, so the text is read: `withoutStyles` moves it. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  const styles = new Map<string, string>()
  const text = element.getAttribute('data-style') ?? element.getAttribute('style') ?? ''
  for (const declaration of text.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration.slice(colon + 1).replace(/!\s*important/, '')
    styles.set(declaration.slice(0, colon).trim(), value.trim())
  }
  return styles
}

type Styles = ReadonlyMap<string, string>

/** Classes of what only screen readers read, and of remarks in Word. */
const UNSEEN = new Set([
  ...['sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader-text', 'screen-reader-only'],
  ...['msocomanchor', 'msocomoff', 'MsoCommentReference'],
])

const ZERO = /^0(?:\.0*)?(?:px|pt|em|rem|%)?$/

/** Whether readers do not see it there: it is not for readers, or not for all. */
export function isHidden(element: Element, styles: Styles): boolean {
  const of = (name: string) => styles.get(name) ?? ''
  const isClipped = /hidden|clip/.test(of('overflow'))
  return (
    element.hasAttribute('hidden') ||
    [...element.classList].some((name) => UNSEEN.has(name)) ||
    of('display') === 'none' ||
    /^(hidden|collapse)$/.test(of('visibility')) ||
    of('mso-hide') === 'all' ||
    /^comment/.test(of('mso-element')) ||
    ZERO.test(of('font-size')) ||
    ZERO.test(of('opacity')) ||
    /^rect\((?:[01](?:px)?[\s,]*){4}\)$/.test(of('clip')) ||
    /^inset\((?:50|100)%/.test(of('clip-path')) ||
    (isClipped && ['width', 'height', 'max-height'].some((name) => /^[01](?:px)?$/.test(of(name)))) ||
    (of('position') === 'absolute' && /^-\d{4,}(?:\.\d+)?px$/.test(of('left'))) ||
    // What was deleted while Word kept track of it.
    (element.localName === 'del' && /^mailto:/i.test(element.getAttribute('cite') ?? ''))
  )
}

/** The marks of what is in an element. */
export function marksAt(element: Element, styles: Styles, outer: Marks): Marks {
  const name = element.localName
  const isOne = (...names: readonly string[]) => names.includes(name)
  const said = (value: string | undefined, on: RegExp, off: RegExp) =>
    value === undefined ? undefined : on.test(value) ? true : off.test(value) ? false : undefined
  const bold = said(
    styles.get('font-weight'),
    /^(bold|bolder|[6-9]\d\d|1000)$/,
    /^(normal|lighter|[1-5]?\d\d)$/,
  )
  const italic = said(styles.get('font-style'), /^(italic|oblique)/, /^normal$/)
  const line = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`
  const isPlain = /\bnone\b/.test(line)
  const height = styles.get('vertical-align')
  return {
    strong: !outer.isBoldAnyway && (bold ?? (isOne('b', 'strong') || outer.strong)),
    em: italic ?? (isOne('i', 'em') || outer.em),
    u: outer.u || line.includes('underline') || (isOne('u', 'ins') && !isPlain),
    s: outer.s || line.includes('line-through') || (isOne('s', 'strike', 'del') && !isPlain),
    code: outer.code || isOne('code', 'kbd', 'samp', 'tt'),
    sub: outer.sub || height === 'sub' || isOne('sub'),
    sup: outer.sup || height === 'super' || isOne('sup'),
    href:
      isOne('a') && element.hasAttribute('href') ? linkOf(element.getAttribute('href') ?? '') : outer.href,
    isBoldAnyway: outer.isBoldAnyway,
  }
}

/** The elements for marks, from the inner one. Links are underlined anyway. */
export function wrappersOf(marks: Marks): (readonly [name: string, href?: string])[] {
  const names = (['sup', 'sub', 'code', 's', 'u', 'em', 'strong'] as const).filter(
    (name) => marks[name] && (name !== 'u' || marks.href === ''),
  )
  return [...names.map((name) => [name] as const), ...(marks.href === '' ? [] : [['a', marks.href] as const])]
}

/** Addresses that lead on to the one that is meant, and the parameters that have it. */
const LEADING: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:www\.)?google\.[a-z.]+\/url$/, ['q', 'url']],
  [/^[\w-]+\.safelinks\.protection\.outlook\.com\//, ['url']],
  [/^lm?\.(?:facebook|instagram)\.com\//, ['u']],
]

/** Where a link leads. '' for what leads nowhere in another page, such as a place in the document. */
function linkOf(href: string): string {
  let found = href.trim()
  for (let hops = 0; hops < 3; hops++) {
    const url = urlOf(found)
    if (url === undefined || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return ''
    const names = LEADING.find(([place]) => place.test(`${url.hostname}${url.pathname}`))?.[1] ?? []
    const next = names
      .map((name) => url.searchParams.get(name))
      .find((value) => /^https?:/i.test(value ?? ''))
    if (!next) return found
    found = next
  }
  return found
}

function urlOf(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}
