/*
 * What a feature declares its routes with. It is loaded at the start, so it calls nothing that reads or writes.
 */

export { has } from './access/policy.ts'
export type { FeatureRoute } from './feature.ts'
export { inFormat } from './routes/formats.ts'
export { creates, type Endpoint, type Offer, ownEndpoint, reads, readsAs } from './routes/route.ts'
