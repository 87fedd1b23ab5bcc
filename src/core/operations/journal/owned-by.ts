import type { Query } from '../../../storage/contract.ts'

/** Extras of owners, by ID. A file of its own, because a process needs no more of them at the start. */
export const ownedBy = (owners: readonly string[], limit: number): Query<'extra'> => ({
  where: [{ key: 'owner', in: owners }],
  order: 'id',
  limit,
})
