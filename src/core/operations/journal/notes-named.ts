import type { Query } from '../../../storage/contract.ts'

/** Notes of which several share a name, such as those of interrupted work. */
export const notesNamed = (names: readonly string[], limit: number): Query<'note'> => ({
  where: [{ key: 'name', in: names }],
  order: 'id',
  limit,
})
