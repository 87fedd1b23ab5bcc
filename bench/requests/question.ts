/** One request, which is put to a contender over a socket, by `wrk`, or in process. */
export interface Question {
  readonly method: 'GET' | 'POST'
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** '' without one. JSON without line breaks, where `SERIAL` may stand once. */
  readonly body: string
}

/** Stands for a number of eight digits that no other request has, so that no write repeats an earlier one. */
export const SERIAL = '#serial#'

export const withSerial = (body: string, serial: number): string =>
  body.replace(SERIAL, String(serial).padStart(SERIAL.length, '0'))

/** Links in answers begin with it, whatever the port. */
export const HOST = 'localhost'

/*
 * A question is one line of a file, with tabs between its parts, which JSON and paths write in other ways. `wrk.lua`
 * reads the same lines.
 */

const PARTS = '\t'
const FIELDS = '\x1f'
const VALUE = ': '

export function toLine({ method, path, headers, body }: Question): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}${VALUE}${value}`)
  return [method, path, fields.join(FIELDS), body].join(PARTS)
}

export function fromLine(line: string): Question {
  const [method, path = '', fields = '', body = ''] = line.split(PARTS)
  const pairs = fields.split(FIELDS).filter((field) => field !== '')
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    path,
    headers: Object.fromEntries(
      pairs.map((field) => {
        const at = field.indexOf(VALUE)
        return [field.slice(0, at), field.slice(at + VALUE.length)]
      }),
    ),
    body,
  }
}
