import { isClientError } from 'kalends/client'
import type { Made } from '../page-cache.ts'
import { madeOf } from '../respond.ts'
import type { Scene } from '../scene.ts'
import { qrCode } from './qr.ts'

/** The QR code of the list, of the event with the slug, or of the page in `of`: a path of the site. */
export async function qrOf(
  scene: Scene,
  slug: string | undefined,
  query: URLSearchParams,
): Promise<Made | undefined> {
  const url = slug === undefined ? pageIn(scene, query) : await eventAt(scene, slug)
  const rows = url === undefined ? undefined : qrCode(url)
  if (rows === undefined) return undefined
  const size = rows.length + 8
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('')
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return madeOf(text, {
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'public, max-age=0, must-revalidate',
  })
}

/** Nobody gets a code that leads to another site. */
function pageIn(scene: Scene, query: URLSearchParams): string | undefined {
  const own = scene.url({ is: 'events', view: { is: 'list' } })
  const path = query.get('of')
  if (path === null) return own
  const { base } = scene.calendar
  if (!path.startsWith('/') || !URL.canParse(`${base}${path}`)) return undefined
  const url = new URL(`${base}${path}`)
  return url.href.startsWith(`${base}/`) ? url.href : undefined
}

async function eventAt({ calendar }: Scene, slug: string): Promise<string | undefined> {
  try {
    return (await calendar.client.events.getBySlug(slug)).url
  } catch (error) {
    if (isClientError(error) && error.status < 500) return undefined
    throw error
  }
}
