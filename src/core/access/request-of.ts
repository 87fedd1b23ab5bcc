import type { PlainRequest } from '../../types/index.ts'

/** The platform's own `Request`, for functions of the host. */
export const requestOf = (request: Request | PlainRequest): Request =>
  'toRequest' in request ? request.toRequest() : request
