/** An answer as it came. */
export interface WireAnswer {
  readonly status: number
  /** In the order in which they came, names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** Statuses of the interim answers before it, such as 100. */
  readonly interim: readonly number[]
  /** Whether the server closes the connection after it. */
  readonly isLast: boolean
}

interface Parsed {
  readonly answer: WireAnswer
  readonly rest: Buffer
}

/**
 * The first answer in these bytes; `undefined` while it is not all there. Throws for what is no HTTP/1.1, such as a
 * body that is longer or shorter than it says.
 */
export function parseAnswer(bytes: Buffer, method: string, ended: boolean): Parsed | undefined {
  const interim: number[] = []
  let rest = bytes
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd === -1) return undefined
    const { status, fields } = parseHead(rest.subarray(0, headEnd).toString('latin1'))
    rest = rest.subarray(headEnd + 4)
    if (status < 200) {
      interim.push(status)
      continue
    }
    const value = (name: string) => fields.find(([one]) => one === name)?.[1]
    const isLast = value('connection')?.toLowerCase() === 'close'
    const found = parseBody(rest, {
      hasBody: method !== 'HEAD' && status !== 204 && status !== 304,
      value,
      ended,
    })
    if (found === undefined) return undefined
    return { answer: { status, fields, body: found.body, interim, isLast }, rest: found.rest }
  }
}

function parseHead(text: string) {
  const [statusLine = '', ...lines] = text.split('\r\n')
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine) ?? []
  if (status === undefined) throw new Error(`no status line: ${JSON.stringify(statusLine)}`)
  const fields = lines.map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header field: ${JSON.stringify(line)}`)
    return [name.toLowerCase(), value] as const
  })
  return { status: Number(status), fields }
}

interface Framing {
  readonly hasBody: boolean
  readonly value: (name: string) => string | undefined
  readonly ended: boolean
}

function parseBody(
  bytes: Buffer,
  { hasBody, value, ended }: Framing,
): { body: Buffer; rest: Buffer } | undefined {
  if (!hasBody) return { body: Buffer.alloc(0), rest: bytes }
  if (value('transfer-encoding')?.toLowerCase() === 'chunked') return parseChunks(bytes)
  const length = value('content-length')
  if (length === undefined) return ended ? { body: bytes, rest: Buffer.alloc(0) } : undefined
  if (!/^\d+$/.test(length)) throw new Error(`content-length: ${JSON.stringify(length)}`)
  if (bytes.length < Number(length)) return undefined
  return { body: bytes.subarray(0, Number(length)), rest: bytes.subarray(Number(length)) }
}

function parseChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | undefined {
  const chunks: Buffer[] = []
  let rest = bytes
  for (;;) {
    const lineEnd = rest.indexOf('\r\n')
    if (lineEnd === -1) return undefined
    const line = rest.subarray(0, lineEnd).toString('latin1')
    if (!/^[\da-f]+(?:;.*)?$/i.test(line)) throw new Error(`no chunk: ${JSON.stringify(line)}`)
    const size = Number.parseInt(line, 16)
    if (rest.length < lineEnd + 2 + size + 2) return undefined
    const chunk = rest.subarray(lineEnd + 2, lineEnd + 2 + size)
    rest = rest.subarray(lineEnd + 2 + size)
    if (rest.subarray(0, 2).toString('latin1') !== '\r\n')
      throw new Error('a chunk that is longer than it says')
    rest = rest.subarray(2)
    if (size === 0) return { body: Buffer.concat(chunks), rest }
    chunks.push(chunk)
  }
}
