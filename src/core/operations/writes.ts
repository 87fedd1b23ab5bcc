/*
 * What the clock and the host's own calls write. Loaded on first use, so that a new process answers its first read sooner.
 */

export { areNames, erasePerson, isAddress } from './erase-person.ts'
export { createExtender } from './events/series/extend-series.ts'
export { purgeTrash } from './purge.ts'
export { upgradeAll } from './upgrade.ts'
export { commit } from './writing/commit.ts'
