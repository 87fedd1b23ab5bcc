import type { SiteEvent } from '../calendar.ts'
import { type Html, html } from '../html.ts'

type Image = NonNullable<SiteEvent['image']>

interface Source {
  readonly url: string
  readonly width: number
}

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url)

/** All sizes of a picture, the smallest first. */
function sourcesOf(image: Image): Source[] {
  const sizes = Object.values(image.sizes ?? {}).map(({ url, width }) => ({ url, width }))
  return [...sizes, { url: image.url, width: image.width }]
    .filter(({ url }) => isWeb(url))
    .sort((a, b) => (a.width || Number.POSITIVE_INFINITY) - (b.width || Number.POSITIVE_INFINITY))
}

/** The picture with its sizes. `width`: in CSS pixels, at most. */
export function picture(
  image: Image | null | undefined,
  { width, sizes, alt, className }: { width: number; sizes: string; alt: string; className: string },
): Html | undefined {
  if (!image) return undefined
  const sources = sourcesOf(image)
  const chosen = sources.find((one) => one.width >= width) ?? sources.at(-1)
  if (chosen === undefined) return undefined
  const known = sources.filter((one) => one.width > 0)
  const set =
    known.length > 1
      ? known
          .map((one) => `${one.url.replaceAll(' ', '%20').replaceAll(',', '%2C')} ${one.width}w`)
          .join(', ')
      : ''
  const isLazy = !className.includes('kalends-big')
  return html`<img class="${className}" src="${chosen.url}"${set && html` srcset="${set}" sizes="${sizes}"`} alt="${alt}"${image.width > 0 && html` width="${image.width}" height="${image.height}"`}${isLazy && html` loading="lazy"`} decoding="async">`
}

/** Whether a picture should be shown whole: it is upright, or too small to fill its place. */
export const isWhole = ({ width, height }: Image): boolean =>
  width > 0 && height > 0 && (height > width || width < 600)
