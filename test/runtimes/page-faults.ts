import type { Page } from 'playwright-core'

/*
 * What is wrong with a page, for tests of any page.
 */

/** What is wrong with what has the focus: it is not painted, or something lies over it. */
export const faultOfFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
    const { left, top, width, height } = focused.getBoundingClientRect()
    const name = focused.outerHTML.slice(0, 120)
    const isPainted = [getComputedStyle(focused), getComputedStyle(focused, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
    if (!isPainted) return `not painted: ${name}`
    const isSeen = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y)
        return hit !== null && focused.contains(hit)
      }),
    )
    return isSeen ? undefined : `hidden: ${name}`
  })

/**
 * Evaluated in a page whose texts are all in brackets, ⟦like this⟧, and in German. Texts without brackets, but for what
 * the browser writes of dates, and for `known` words; and buttons and labels that are cut off. Addresses are no texts.
 */
export function faultsOfTexts({ known: others }: { readonly known: readonly string[] }): string[] {
  const names = (option: Intl.DateTimeFormatOptions) =>
    Array.from({ length: 84 }, (_, at) =>
      new Intl.DateTimeFormat('de', { ...option, timeZone: 'UTC' }).format(
        // Each month, and each day of the week.
        new Date(Date.UTC(2031, at % 12, 1 + ((at * 8) % 28))),
      ),
    )
  const known = new Set(
    (['long', 'short', 'narrow'] as const)
      .flatMap((length) => [...names({ month: length }), ...names({ weekday: length })])
      .map((name) => name.replace(/\.$/, '')),
  )
  for (const name of others) known.add(name)
  const bare = (text: string) => {
    let rest = text.replace(/[\w.-]+(?::\d+)?\/\S*|[\w-]+\.example/g, '')
    for (let before = ''; before !== rest; ) {
      before = rest
      // Of a text that is cut, the end lacks.
      rest = rest.replace(/⟦[^⟦⟧]*(?:⟧|$)/g, '')
    }
    return (rest.match(/\p{Letter}{2,}/gu) ?? []).filter((word) => !known.has(word))
  }
  const faults: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement, textContent } = node
    if (parentElement?.closest('noscript, script, style, code, pre') !== null) continue
    if (bare(textContent ?? '').length > 0) faults.push(`has "${textContent}"`)
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt'])
      if (bare(element.getAttribute(attribute) ?? '').length > 0)
        faults.push(`has ${attribute}="${element.getAttribute(attribute)}"`)
  for (const element of document.querySelectorAll('button, label, legend, a, th, h1, h2, p')) {
    const isHidden = element.closest('.hidden, .skip, .kalends-hidden') !== null
    if (
      !isHidden &&
      getComputedStyle(element).overflow !== 'visible' &&
      element.scrollHeight > element.clientHeight + 1
    )
      faults.push(`cuts ${element.outerHTML.slice(0, 100)}`)
    if (!isHidden && element.matches('button') && element.scrollWidth > element.clientWidth + 1)
      faults.push(`is too narrow: ${element.outerHTML.slice(0, 100)}`)
  }
  return [...new Set(faults)]
}
