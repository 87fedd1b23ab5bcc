import { describe, test } from 'vitest'
import { calendarsWithin } from '../setup/key-values.ts'
import { denoStore } from '../setup/stores.ts'
import { playConversations } from './conversations.ts'

const opened = await denoStore()
if (typeof opened === 'string') test.skip(`over Deno KV: ${opened}`)
else describe('over Deno KV, in Node', () => playConversations(calendarsWithin(opened)))
