import type { Made } from './page-cache.ts'
import { documentOf } from './pages/frame.ts'
import { policyOf } from './policy.ts'
import { madeOf, REVALIDATED } from './respond.ts'
import type { Page, Scene } from './scene.ts'

/** A page as it is sent: the whole document, with its headers. `path`: of the page. */
export function pageFile(scene: Scene, page: Page, path: string): Promise<Made> {
  const text = documentOf(scene, page, path)
  return madeOf(
    text,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-language': scene.words.locale,
      'content-security-policy': policyOf(scene.settings, page.kind, text, scene.calendar.base),
      'cache-control': page.isSecret ? 'no-store' : REVALIDATED,
      ...(page.isHidden ? { 'x-robots-tag': 'noindex' } : {}),
      ...page.headers,
    },
    page.status ?? 200,
  )
}
