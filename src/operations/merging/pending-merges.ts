import type { Query } from '../../storage/contract.ts'

/** The name of the notes of merges that are not complete. */
export const PENDING_MERGE = '.merge'

export const pendingMerges = (limit: number): Query<'note'> => ({
  where: [{ key: 'name', in: [PENDING_MERGE] }],
  order: 'id',
  limit,
})
