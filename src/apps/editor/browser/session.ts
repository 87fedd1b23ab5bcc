import { signal } from '@preact/signals'
import type { Me } from '../../../client.ts'
import { ROOT } from './config.ts'

/*
 * Who is signed in. Credentials are in memory and in the storage of this tab, nowhere else.
 */

const KEY = `kalends-editor ${ROOT}`

const inTab = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** The header of every request; '' for the host's own session, or for a visitor. */
export const authorization = signal(inTab())

export function keepAuthorization(header: string): void {
  authorization.value = header
  try {
    if (header === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, header)
  } catch {
    // Memory is enough until the tab is closed.
  }
}

/** `kalends serve` prints a link with `#token=…`. It goes from the address at once, so that it is in no history. */
export function takeToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return
  history.replaceState(null, '', location.pathname + location.search)
  if (/^[!-~]+$/.test(token)) keepAuthorization(`Bearer ${token}`)
}

/** `undefined` until it is known. */
export const me = signal<Me | undefined>(undefined)

/** The user's own right, once `me` is known. */
export const may = (right: keyof Me['can']): boolean => me.value?.can[right] === true

/** Tags are for editors and administrators, categories for authors too. */
export const mayEditTerms = (kind: 'categories' | 'tags'): boolean =>
  may('edit_terms') && (kind === 'categories' || may('edit_others'))
