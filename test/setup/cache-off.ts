import { DEFAULT_LIMITS } from '../../src/mount/options.ts'

// Every response is made again from records that are read again: the cache may change speed and nothing else.
Object.assign(DEFAULT_LIMITS, { cache: 0 })
