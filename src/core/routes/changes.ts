import { syncSchema } from '../schema/sync.ts'
import { endpoint } from './route.ts'

export const listChanges = endpoint({
  operation: 'listChanges',
  input: syncSchema,
  run: async (context, fields) => (await import('../operations/writes.ts')).syncChanges(context, fields),
})
