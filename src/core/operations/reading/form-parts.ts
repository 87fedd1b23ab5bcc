import { ApiError } from '../../../errors.ts'
import { type Part, partsOf } from '../../../formats/multipart.ts'

/** The parts of a multipart body. Throws 400 if it does not parse. */
export function formParts(body: Uint8Array, contentType: string): readonly Part[] {
  const parts = partsOf(body, contentType)
  if (parts === undefined) {
    throw new ApiError('rest_invalid_param', {
      message: 'The multipart body does not parse.',
      data: { params: {}, details: [] },
    })
  }
  return parts
}
