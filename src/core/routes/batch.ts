import { batchSchema } from '../schema/batch.ts'
import type { Endpoint } from './route.ts'

export const runBatch: Endpoint = {
  operation: 'runBatch',
  isBatch: true,
  headers: ['Idempotency-Key'],
  input: batchSchema,
  required: ['requests'],
  // `http/batches/` carries it out.
  answer: () => Promise.reject(new TypeError('a batch has no operation of its own')),
}
