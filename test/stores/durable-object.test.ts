import { testKeyValue } from 'kalends/testing'
import { test } from 'vitest'
import { durableObjectStore } from '../setup/stores.ts'

/* Not in Cloudflare's runtime, but in a storage of the same shape. */
testKeyValue({ test, open: durableObjectStore })
