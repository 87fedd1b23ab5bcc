import type { Migration } from './migration.ts'

/** PostgreSQL indexes names by their hash: a B-tree does not take long ones. */
export const hashedNames: Migration = {
  version: 3,
  statements: (dialect, names) => dialect.hashNames(names),
}
