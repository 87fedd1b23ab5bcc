import { syncChanges } from '../operations/changes/sync.ts'
import { syncSchema } from '../schema/sync.ts'
import { endpoint } from './route.ts'

export const listChanges = endpoint({
  operation: 'listChanges',
  input: syncSchema,
  run: syncChanges,
})
