import type { Problems } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import type { ReadsFiles } from '../routes/route.ts'
import { type Body, readBatchBody, readBody } from './body.ts'
import { Pairs } from './pairs.ts'
import { demandNoJsonPatch } from './patches.ts'
import { createReceive, type Receive } from './receive.ts'
import type { Running } from './running.ts'

export type BodyReader = (running: Running, problems: Problems) => Promise<Body>

/** Receives bodies and reads their fields. Loaded with the first body. */
export function createBodyReader(limits: Limits): BodyReader {
  const receive = createReceive(limits.uploads)
  const uploads = new Map<ReadsFiles, Receive>()

  async function readFiles(upload: ReadsFiles, running: Running, problems: Problems): Promise<Body> {
    const receive = uploads.get(upload) ?? createReceive(upload.together(limits), true)
    uploads.set(upload, receive)
    const { request, cancellation, slot } = running
    const pairs = new Pairs(problems, limits)
    const incoming = {
      contentType: request.headers.get('content-type') ?? '',
      contentDisposition: request.headers.get('content-disposition') ?? '',
      receive: (most: number) => receive(request, cancellation, slot, most),
    }
    const files = await upload.read(
      incoming,
      limits,
      (name, value) => pairs.put(name, value),
      (name, reason) => problems.invalid(name, reason),
    )
    return { params: pairs.params(), files }
  }

  return async (running, problems) => {
    const { request, target, cancellation, slot, inside } = running
    if (inside !== undefined) return { params: inside.body }
    const { isBatch = false, upload } = target.endpoint
    if (upload !== undefined) return readFiles(upload, running, problems)
    const bytes = await receive(request, cancellation, slot, isBatch ? limits.batchBody : limits.body)
    const type = request.headers.get('content-type') ?? ''
    if (isBatch) return readBatchBody(bytes, type)
    if (target.offer.methods.includes('PATCH')) demandNoJsonPatch(type)
    const body = await readBody(bytes, type, limits, problems)
    return target.endpoint.isFromPublic === true ? { ...body, bytes } : body
  }
}
