import { signal } from '@preact/signals'
import { ROOT } from './config.ts'

/*
 * Every screen, filter and open record has an address, so that reload, Back and a link to a colleague work.
 */

export interface Route {
  /** Below the page: `['events', '12']`. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

const read = (): Route => ({
  parts: location.pathname
    .slice(ROOT.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent),
  query: new URLSearchParams(location.search),
})

export const route = signal<Route>(read())

/** Grows when what is shown has changed on the server, so that screens load again. */
export const refresh = signal(0)

/** Asked before a screen is left; `false` keeps it. */
let guard: (() => boolean) | undefined

/** Sets the question for the screen that is shown. The result takes it back. */
export function guardLeaving(ask: () => boolean): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = undefined
  }
}

addEventListener('popstate', () => {
  route.value = read()
})

/** The address of a screen. `path`: below the page, such as `/events/12`. */
export const addressOf = (path: string, query: Readonly<Record<string, string | undefined>> = {}): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '')
  return `${ROOT}${path}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

/** Shows another screen. `replace`: Back does not lead here. */
export function go(address: string, { replace = false } = {}): void {
  if (!replace && guard !== undefined && !guard()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  route.value = read()
  if (!replace) scrollTo(0, 0)
}

/** The filters of a list are in its address; typing in them is no step of the history. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(route.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  go(`${location.pathname}${text === '' ? '' : `?${text}`}`, { replace: true })
}
