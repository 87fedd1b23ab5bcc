/*
 * Why a request got no answer. Runtimes say it in codes, often of the cause of an error.
 */

export interface FetchFailure {
  readonly message: string
  /** Whether a host that has never answered would fail again in the same way. */
  readonly isFinal: boolean
}

const REFUSED = 'the connection was refused: nothing answers at this host and port'
const UNKNOWN = 'the host is unknown'

/** Of Node, also in Bun and Deno, and those that Bun has for itself. */
const FINAL = new Map([
  ...Object.entries({
    ECONNREFUSED: REFUSED,
    ConnectionRefused: REFUSED,
    ENOTFOUND: UNKNOWN,
    EAI_AGAIN: UNKNOWN,
    EAI_NODATA: UNKNOWN,
    EAI_NONAME: UNKNOWN,
    FailedToOpenSocket: UNKNOWN,
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network of the host cannot be reached',
  }),
  // Certificates: the message of the runtime says what is wrong.
  ...[
    ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'],
  ].map((code) => [code, undefined] as const),
])

/** Causes in causes are followed this far. */
const MOST_CAUSES = 5

export function failureOf(error: unknown): FetchFailure {
  let deepest: unknown = error
  for (let depth = 0; depth < MOST_CAUSES; depth++) {
    const code = codeOf(deepest)
    if (code !== undefined && FINAL.has(code)) {
      return { message: `${FINAL.get(code) ?? messageOf(deepest)} (${code})`, isFinal: true }
    }
    const cause = causeOf(deepest)
    if (cause === undefined) break
    deepest = cause
  }
  return { message: messageOf(deepest), isFinal: false }
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** A name with several addresses fails with one error for each. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return error.errors[0]
  return error instanceof Error ? error.cause : undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
