import { DEFAULT_LIMITS } from '../../src/site.ts'

// Every answer is made anew, from records that are read anew: what is kept may change how fast it is, and nothing else.
Object.assign(DEFAULT_LIMITS, { keep: 0 })
