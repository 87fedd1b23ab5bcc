import { ApiError } from '../../errors.ts'

/** What updates are written in, as `Accept-Patch` says it (RFC 5789, section 3.1). */
export const ACCEPT_PATCH =
  'application/json, application/merge-patch+json, application/x-www-form-urlencoded, multipart/form-data'

/** An update sends the fields that change. A JSON Patch (RFC 6902) is a list of commands, and has none. Throws 415. */
export function demandNoJsonPatch(contentType: string): void {
  if (!/^\s*application\/json-patch\+json\b/i.test(contentType)) return
  throw new ApiError('rest_unsupported_media_type', {
    message: 'A JSON Patch is not read. An update is a JSON object of the fields that change.',
    headers: { 'accept-patch': ACCEPT_PATCH },
  })
}
