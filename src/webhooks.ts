import type { Deliver, DeliverContext, DeliveredChange } from './types/index.ts'

/*
 * Webhooks by the specification of Standard Webhooks, as functions for the option `deliver`. Loaded by nothing else.
 */

export interface Webhook {
  /** http or https, without user name and password. */
  readonly url: string
  /** Its progress is stored under this name. Default: the URL. Needed if two webhooks have the same URL. */
  readonly name?: string | undefined
  /** `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string
  /** Only these: `event.created`, or `event` and `created` for all of a kind or type. Default: all. */
  readonly types?: readonly string[] | undefined
}

export interface WebhookOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Milliseconds until a request fails. Default 15,000. */
  readonly timeout?: number | undefined
  /** The clock of `webhook-timestamp`. Default `() => new Date()`. */
  readonly now?: (() => Date) | undefined
}

/** The error of a delivery that failed. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** `skip`: there is no other attempt. `end`: the receiver wants no more. */
  readonly verdict: 'retry' | 'skip' | 'end'

  constructor(message: string, verdict: WebhookError['verdict'], cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.verdict = verdict
  }
}

/** Attempts of a delivery; the last one is made three days after the first. */
const MOST_ATTEMPTS = 10
const TIMEOUT = 15_000

/**
 * A function for the option `deliver`. It sends each change to each URL, independently of the others. Throws
 * `TypeError` for a secret or a URL of another form, and if two webhooks have the same name or URL.
 *
 * @example
 * ```ts
 * import { webhooks } from 'kalends/webhooks'
 *
 * const api = createEventsApi(memoryStorage(), {
 *   changes: true,
 *   deliver: webhooks([
 *     {
 *       url: 'https://town.example/hook',
 *       secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
 *       types: ['event.created', 'deleted'],
 *     },
 *   ]),
 * })
 * ```
 */
export function webhooks(all: readonly Webhook[], options: WebhookOptions = {}): Deliver {
  const names = all.map(progressOf)
  const targets = all.map((webhook, index) => {
    const path = `webhooks[${index}]`
    checkUrl(webhook.url, `${path}.url`)
    const [progress = ''] = names.slice(index)
    const first = names.indexOf(progress)
    if (first < index) {
      const same = webhook.name === undefined ? 'url' : 'name'
      throw new TypeError(`${path}.${same}: webhooks[${first}] has the same; give one of them another name`)
    }
    return Object.assign(deliverTo(webhook, options), { progress })
  })
  const toAll: Deliver = async (change, context) => {
    await Promise.all(targets.map((target) => target(change, context)))
  }
  return Object.assign(toAll, { targets })
}

/** No URL begins with the word of a name. */
const progressOf = ({ url, name }: Webhook): string =>
  name === undefined ? `webhook ${url}` : `webhook named ${name}`

/** The messages do not show the URL, as it can contain a password. */
function checkUrl(url: string, path: string): void {
  const { protocol, username, password } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', username: '', password: '' }
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`${path}: is not an http(s) URL`)
  if (username !== '' || password !== '') {
    throw new TypeError(`${path}: may not contain a user name or a password; no request can be sent to it`)
  }
}

function deliverTo(
  { url, secret, types }: Webhook,
  { fetch: send = fetch, timeout = TIMEOUT, now = () => new Date() }: WebhookOptions,
) {
  const bytes = bytesIn(secret)
  return async (change: DeliveredChange, { attempt, signal, calendar }: DeliverContext): Promise<void> => {
    const { kind, type, entry, time, id, before, after, by } = change
    const names = [kind, type, `${kind}.${type}`]
    if (types !== undefined && !types.some((one) => names.includes(one))) return
    const body = JSON.stringify({ type: `${kind}.${type}`, timestamp: time, data: { id, before, after, by } })
    const message = `msg_${calendar}_${entry}`
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const verdict = attempt < MOST_ATTEMPTS ? 'retry' : 'skip'
    let status: number
    try {
      const response = await send(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': message,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${await sign(bytes, `${message}.${timestamp}.${body}`)}`,
        },
        body,
        // The host chose the receiver. A redirect would send the change to somebody else.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      })
      status = response.status
      // The answer is its status. Nobody reads its body, so it may break off.
      response.body?.cancel().catch(() => {})
    } catch (error) {
      throw new WebhookError(`${url} cannot be reached`, verdict, error)
    }
    if (status === 410) throw new WebhookError(`${url} is gone: 410`, 'end')
    if (status < 200 || status > 299) throw new WebhookError(`${url} answered ${status}`, verdict)
  }
}

function bytesIn(secret: string) {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const bytes = base64 === '' ? [] : [...atob(base64)].map((character) => character.charCodeAt(0))
  if (bytes.length < 24 || bytes.length > 64) {
    throw new TypeError("secret: must be 'whsec_' and 24 to 64 bytes in base64")
  }
  return new Uint8Array(bytes)
}

async function sign(secret: ReturnType<typeof bytesIn>, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
}
