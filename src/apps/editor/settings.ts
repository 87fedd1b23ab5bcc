/** A link of the host's own, such as back to its site. */
export interface EditorLink {
  readonly label: string
  /** An http(s) URL, or a path. */
  readonly url: string
}

export interface EditorOptions {
  /** Where the page is, such as `/admin/calendar`. Default: `{api}/editor`. Throws `RangeError` if no URL has this path. */
  readonly path?: string | undefined
  /** Image beside the title: an http(s) URL, or a path. Default: none. */
  readonly logo?: string | undefined
  /** Colour of buttons and links: `#rrggbb`. It should have a contrast of 4.5 : 1 with white. Default: `#0b6170`. */
  readonly accent?: string | undefined
  /** Shown in the navigation, after its own. Default: none. */
  readonly links?: readonly EditorLink[] | undefined
  /** Origins whose pages may show this one in a frame. Default: its own. `'none'` for no page at all. */
  readonly frameAncestors?: readonly string[] | 'none' | undefined
}

/** What the page needs of the API. */
export interface EditedApi {
  readonly basePath: string
  /** Where images may come from, beside the API. */
  readonly imageOrigins?: readonly string[] | undefined
}

export interface EditorSettings {
  /** Without a slash at its end. */
  readonly path: string
  readonly apiPath: string
  readonly logo: string | undefined
  readonly accent: string
  readonly links: readonly EditorLink[]
  /** As in the policy. */
  readonly frameAncestors: string
  readonly imageOrigins: readonly string[]
}

const NAMES: readonly string[] = [
  'path',
  'logo',
  'accent',
  'links',
  'frameAncestors',
] satisfies (keyof EditorOptions)[]

/** Throws `TypeError` for unknown options, and `RangeError` for invalid values. */
export function settle(
  { basePath: apiPath, imageOrigins = [] }: EditedApi,
  options: EditorOptions,
): EditorSettings {
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name))
      throw new TypeError(`${name}: there is no such option; there are ${NAMES.join(', ')}`)
  }
  const {
    path = `${apiPath}/editor`,
    logo,
    accent = '#0b6170',
    links = [],
    frameAncestors = ["'self'"],
  } = options
  if (!/^#[\da-f]{6}$/i.test(accent))
    throw new RangeError(`accent: '${accent}' is not a colour such as '#0b6170'`)
  const ancestors = frameAncestors === 'none' ? ["'none'"] : frameAncestors
  for (const origin of ancestors) {
    if (origin !== "'self'" && origin !== "'none'") checkOrigin('frameAncestors', origin)
  }
  for (const origin of imageOrigins) checkOrigin('images.origins', origin)
  return {
    path: pathOf(path),
    apiPath,
    logo: logo === undefined ? undefined : addressOf('logo', logo),
    accent,
    links: links.map(({ label, url }) => ({ label, url: addressOf('links', url) })),
    frameAncestors: ancestors.join(' '),
    imageOrigins,
  }
}

function checkOrigin(option: string, origin: string): void {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new RangeError(`${option}: '${origin}' is not an origin, such as 'https://town.example'`)
}

function pathOf(path: string): string {
  const trimmed = `/${path.replace(/^\/+|\/+$/g, '')}`
  if (trimmed === '/') throw new RangeError("path: the page needs a path of its own, such as '/editor'")
  const { pathname, search, hash } = new URL(`http://localhost${trimmed}`)
  if (pathname === trimmed && search === '' && hash === '') return trimmed
  throw new RangeError(`path: no URL has the path '${trimmed}'; this one becomes '${pathname}'`)
}

/** Scripts in addresses would run when somebody clicks. */
function addressOf(option: string, url: string): string {
  const isPath = /^\/(?![/\\])/.test(url)
  if (isPath || (/^https?:\/\//i.test(url) && URL.canParse(url))) return url
  throw new RangeError(`${option}: '${url}' is neither an http(s) URL nor a path`)
}
