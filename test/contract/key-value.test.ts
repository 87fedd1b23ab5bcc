import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { playConversations } from './conversations.ts'

describe('over key-value in memory', () =>
  playConversations(async () => ({ storage: keyValueStorage(memoryKeyValue()) })))
