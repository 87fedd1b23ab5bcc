import type { Made } from './page-cache.ts'
import { madeOf, REVALIDATED } from './respond.ts'
import type { Settings } from './settings.ts'
import { STYLE } from './style.ts'

/*
 * The style sheet as a file, with what the host has chosen. Its name says what is in it.
 */

function styleOf({ accent, fonts, radius }: Settings): string {
  const chosen = [
    accent === undefined ? '' : `--kalends-accent:${accent};`,
    fonts === undefined ? '' : `--kalends-font:${fonts};`,
    radius === undefined ? '' : `--kalends-radius:${radius / 16}rem;`,
  ].join('')
  return chosen === '' ? STYLE : `${STYLE}@layer kalends{:root{${chosen}}}\n`
}

/** FNV-1a, twice with different beginnings: a name, and no protection. */
function hashOf(text: string): string {
  let first = 0x811c9dc5
  let second = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b)
  }
  return [first, second].map((half) => (half >>> 0).toString(36)).join('')
}

const names = new WeakMap<Settings, string>()

export function styleName(settings: Settings): string {
  const known = names.get(settings) ?? `kalends-${hashOf(styleOf(settings))}.css`
  names.set(settings, known)
  return known
}

export const ICON = 'kalends-icon.svg'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The name changes with what is in it, so settings are made to a file once. */
const styles = new WeakMap<Settings, Promise<Made>>()

/** The style sheet or the icon. An older name also gives the present style: its page is still in somebody's cache. */
export async function styleFile(settings: Settings, name: string): Promise<Made> {
  if (name === ICON)
    return madeOf(iconOf(settings), {
      ...{ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
    })
  const making =
    styles.get(settings) ??
    madeOf(styleOf(settings), { 'content-type': 'text/css; charset=utf-8', 'cache-control': IMMUTABLE })
  styles.set(settings, making)
  const made = await making
  if (name === styleName(settings)) return made
  return { ...made, headers: { ...made.headers, 'cache-control': REVALIDATED } }
}

/** The icon in the tab of a browser: a day of a calendar. */
const iconOf = ({ accent = '#0b6170' }: Settings): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/><path d="M8 12h16M8 18h16M8 24h9" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`
