import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

/*
 * Where pages put HTML, each place as the elements around it from the outside in; and whether it stays there.
 */

export const BLOCK_PLACES: readonly string[] = [
  'div',
  'section',
  'blockquote',
  'figure figcaption',
  'table tbody tr td',
  'table tbody tr th',
  'ul li',
  'dl dt',
  'dl dd',
  'ul li div',
]

/** Where only titles and names go. */
export const LINE_PLACES: readonly string[] = [
  'h1',
  'h2 a',
  'p',
  'a',
  'ul li a b',
  'dl dt span',
  'table caption',
  'details summary',
  'label',
]

/** Whether a browser ends an element of the place before the HTML in it does, or takes what follows into the HTML. */
export function leaves(html: string, place: string): boolean {
  const names = place.split(' ')
  const before = names.map((name) => `<${name}>`).join('')
  const after = names
    .map((name) => `</${name}>`)
    .reverse()
    .join('')
  const [first, mark, ...others] = parseFragment(`${before}${html}<wbr id="end">${after}<hr>`).childNodes
  if (first === undefined || mark?.nodeName !== 'hr' || others.length > 0) return true
  let here: DefaultTreeAdapterTypes.ChildNode = first
  for (const [depth, name] of names.entries()) {
    if (here.nodeName !== name || !('childNodes' in here)) return true
    const isInnermost = depth === names.length - 1
    const next = isInnermost ? here.childNodes.at(-1) : here.childNodes[0]
    if (next === undefined || (!isInnermost && here.childNodes.length > 1)) return true
    here = next
  }
  return here.nodeName !== 'wbr' || !('attrs' in here) || here.attrs.length !== 1
}
