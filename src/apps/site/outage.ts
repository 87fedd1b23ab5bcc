import type { PlainResponse } from 'kalends'
import { isClientError } from 'kalends/client'
import { pageFile } from './page-file.ts'
import { outagePage, plainOutage } from './pages/status.ts'
import { type AnyRequest, madeOf, respond } from './respond.ts'
import type { Scene } from './scene.ts'

/** What the API cannot answer just now is 503; what it does not take, 400. Others are faults, and thrown. */
export async function outageFor(
  request: AnyRequest,
  error: unknown,
  readScene: () => Promise<Scene>,
  path: string,
): Promise<PlainResponse> {
  const status = outageOf(error)
  if (status === undefined) throw error
  const headers = status === 503 || status === 429 ? { 'retry-after': '5' } : {}
  const scene = await readScene().catch(() => undefined)
  if (scene !== undefined)
    return respond(request, await pageFile(scene, { ...outagePage(scene, status), headers }, path))
  // The options cannot be read either.
  const made = await madeOf(
    plainOutage(status).text,
    {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'",
    },
    status,
  )
  return respond(request, made)
}

/** `undefined`: a fault. */
function outageOf(error: unknown): number | undefined {
  const status = isClientError(error) ? error.status : statusOf(error)
  if (status === 400 || status === 413 || status === 414 || status === 429) return status
  return status > 500 ? 503 : undefined
}

/** Errors of `api.revision` come from the storage. */
const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  return typeof status === 'number' ? status : 0
}
