import { isObject, parse } from '../../../core/domain/json.ts'

/** What the server says of itself in the page. */
interface Config {
  /** Of the page, as the server knows it. */
  readonly path: string
  readonly api: string
  readonly logo: string | null
  readonly links: readonly { readonly label: string; readonly url: string }[]
}

/** Written by `page.ts` of this version. */
const isConfig = (value: unknown): value is Config => isObject(value)

const config = parse(String(document.documentElement.dataset.config), isConfig)
if (config === undefined) throw new TypeError('data-config')

/** What a proxy puts in front of all paths of the server; '' for none. */
const prefix = location.pathname.slice(0, Math.max(0, location.pathname.indexOf(config.path)))

export const ROOT = prefix + config.path
export const API = prefix + config.api
export const LOGO = config.logo
export const LINKS = config.links
