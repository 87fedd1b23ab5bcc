import type { NewSuggestion, Suggestion, SuggestionInput } from '../types/index.ts'
import { ask, type RequestOptions, type Send } from './request.ts'

interface NewSuggestionOptions extends RequestOptions {
  /** Sent again with the same key and secret, it is the same suggestion. */
  readonly idempotencyKey?: string | undefined
  /** A secret of your own, 22 to 86 characters of base64url. Default: the server makes one. */
  readonly secret?: string | undefined
}

/** Events that the public suggests. They need the option `suggestions` of the server. */
export interface Suggestions {
  /**
   * Suggests an event. `edit` and `secret` of the result are shown once. Other fields that the server takes, such as
   * those that its `verify` reads, can be sent, too.
   */
  readonly create: (
    input: SuggestionInput & Readonly<Record<string, unknown>>,
    options?: NewSuggestionOptions,
  ) => Promise<NewSuggestion>
  /** What became of it. Rejects with 410 `rest_suggestion_gone` 90 days after the decision. */
  readonly get: (id: number, secret: string, options?: RequestOptions) => Promise<Suggestion>
  /** Rejects with 409 `rest_suggestion_decided` if somebody has decided on it. */
  readonly update: (
    id: number,
    secret: string,
    input: Partial<SuggestionInput>,
    options?: RequestOptions,
  ) => Promise<Suggestion>
  /** Deletes it, and all that came with it, while it waits. */
  readonly withdraw: (id: number, secret: string, options?: RequestOptions) => Promise<Suggestion>
}

export function createSuggestions(send: Send): Suggestions {
  const call = (method: 'GET' | 'PATCH' | 'DELETE', id: number, secret: string, body?: object) => ({
    ...{ method, path: `/suggestions/${id}`, body },
    fields: { 'x-suggestion-secret': secret },
  })
  return {
    create: (input, { idempotencyKey, secret, ...options } = {}) => {
      const fields = { 'idempotency-key': idempotencyKey, 'x-suggestion-secret': secret }
      const request = { method: 'POST', path: '/suggestions', body: input, fields } as const
      return ask<NewSuggestion>(send, request, options, 'secret')
    },
    get: (id, secret, options) => ask<Suggestion>(send, call('GET', id, secret), options, 'state'),
    update: (id, secret, input, options) =>
      ask<Suggestion>(send, call('PATCH', id, secret, input), options, 'state'),
    withdraw: (id, secret, options) => ask<Suggestion>(send, call('DELETE', id, secret), options, 'state'),
  }
}
