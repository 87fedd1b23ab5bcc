import type { PlainResponse } from 'kalends'
import { isClientError } from 'kalends/client'
import { outage } from './pages/status.ts'
import { type AnyRequest, madeOf, respond } from './respond.ts'

/** What the API cannot answer just now is 503; what it does not take, 400. Others are faults, and thrown. */
export async function outageFor(request: AnyRequest, error: unknown): Promise<PlainResponse> {
  const status = isClientError(error) ? error.status : statusOf(error)
  const isBad = status === 400 || status === 414
  if (!isBad && status !== 429 && status !== 413 && !(status >= 500 && status !== 500)) throw error
  const [heading, text] = isBad
    ? ['The address is not right', 'Please check it.']
    : ['The calendar cannot be read just now', 'Please try again in a moment.']
  const shown = isBad || status === 413 || status === 429 ? status : 503
  const made = await madeOf(
    outage(heading, text).text,
    {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      ...(shown === 503 || shown === 429 ? { 'retry-after': '5' } : {}),
    },
    shown,
  )
  return respond(request, made)
}

/** Errors of `api.revision` come from the storage. */
const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  return typeof status === 'number' ? status : 0
}
