/** The contents of a form. */
export interface Filled {
  readonly method: string
  /** With its parameters in braces, such as `/events/{id}`. */
  readonly path: string
  /** Empty fields are left out of the query and the headers. */
  readonly fields: readonly { readonly name: string; readonly place: string; readonly value: string }[]
  readonly authorization: string
  /** `undefined` for a method without a body. */
  readonly body: string | undefined
}

export interface Prepared {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export function prepare(api: string, { method, path, fields, authorization, body }: Filled): Prepared {
  let url = api + path
  const query = new URLSearchParams()
  const headers: Record<string, string> = { Accept: 'application/json' }
  for (const { name, place, value } of fields) {
    if (place === 'path') url = url.replace(`{${name}}`, () => encodeURIComponent(value))
    else if (value !== '' && place === 'header') headers[name] = value
    else if (value !== '') query.append(name, value)
  }
  if (authorization !== '') headers.Authorization = authorization
  if (body) headers['Content-Type'] = 'application/json'
  return { url: url + (`${query}` && `?${query}`), method, headers, ...(body ? { body } : {}) }
}

/** The same request for a POSIX shell. */
export function curlOf({ url, method, headers, body }: Prepared): string {
  const parts = [method === 'GET' ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  // Not `-d`: it would read a file for a body that begins with @.
  if (body !== undefined) parts.push(`--data-raw ${quoted(body)}`)
  return parts.join(' \\\n  ')
}

/** In single quotes, a shell gives no meaning to any character except the closing quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
