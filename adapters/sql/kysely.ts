import type { SqlClient, SqlDialect, SqlRow, SqlStatement } from '../../src/storage/sql/client.ts'
import { bareErrors, isNetworkError, rowsOf, sqliteCodeOf, sqliteValues, sqlStateOf } from './driver.ts'
import { untilAborted, untilBegun } from './until-aborted.ts'

interface KyselyNode {
  readonly kind: 'RawNode'
  readonly sqlFragments: readonly string[]
  readonly parameters: readonly (
    | { readonly kind: 'ValueNode'; readonly value: unknown }
    | { readonly kind: 'IdentifierNode'; readonly name: string }
  )[]
}

interface KyselyQueryId {
  readonly queryId: string
}

interface KyselyQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: KyselyNode
  readonly queryId: KyselyQueryId
}

interface KyselyQueries {
  executeQuery(query: KyselyQuery): Promise<{ rows: unknown[] }>
}

interface KyselyConnections extends KyselyQueries {
  connection(): { execute(work: (connection: KyselyQueries) => Promise<void>): Promise<void> }
}

/** The methods of `Kysely` that this adapter uses. */
export interface KyselyDatabase {
  withoutPlugins(): KyselyConnections
  getExecutor(): { compileQuery(node: KyselyNode, queryId: KyselyQueryId): { readonly sql: string } }
}

const QUERY_ID = { queryId: 'kalends' }

/** How Kysely writes a value and then a name, in each dialect. */
const PROBE: KyselyNode = {
  kind: 'RawNode',
  sqlFragments: ['', ' ', ''],
  parameters: [
    { kind: 'ValueNode', value: 1 },
    { kind: 'IdentifierNode', name: 'a' },
  ],
}
const DIALECTS: ReadonlyMap<string, SqlDialect> = new Map([
  ['$1 "a"', 'postgres'],
  ['? "a"', 'sqlite'],
])

/**
 * SQLite and PostgreSQL with the connections of your `Kysely`.
 *
 * Plugins of Kysely are not applied. Kysely does not say which connection it gives, and connections of MySQL need
 * settings of their own: for MySQL, give the same pool or database to `pg`,
 * `mysql2` or `betterSqlite3`. An aborted query continues, and its connection returns to the pool after it.
 *
 * @throws TypeError for another dialect.
 *
 * @example
 * ```ts
 * const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
 * const storage = sqlStorage(kysely(db))
 * ```
 */
export function kysely(db: KyselyDatabase): SqlClient {
  const dialect = DIALECTS.get(db.getExecutor().compileQuery(PROBE, QUERY_ID).sql)
  if (dialect === undefined)
    throw new TypeError(
      'kysely: the dialect is not SQLite or PostgreSQL. For MySQL, pass the pool to mysql2()',
    )
  const plain = db.withoutPlugins()
  const errors = bareErrors()

  async function run({ sql, values }: SqlStatement, queries: KyselyQueries): Promise<readonly SqlRow[]> {
    const parameters = dialect === 'sqlite' ? sqliteValues(values) : values
    const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const
    return rowsOf((await queries.executeQuery({ sql, parameters, query, queryId: QUERY_ID })).rows)
  }
  const command = (sql: string, queries: KyselyQueries) => run({ sql, values: [] }, queries)

  return {
    dialect,
    query: (statement, signal) => untilAborted(signal, () => run(statement, plain).catch(errors.remember)),
    async batch(statements, signal) {
      const results: (readonly SqlRow[])[] = []
      await untilBegun(signal, (begin) => {
        const work = async (connection: KyselyQueries) => {
          begin()
          await command(dialect === 'sqlite' ? 'begin immediate' : 'begin', connection)
          try {
            for (const statement of statements) results.push(await run(statement, connection))
            await command('commit', connection)
          } catch (error) {
            // Where the connection is lost, or SQLite has rolled back already, this fails, too.
            await command('rollback', connection).catch(() => {})
            throw error
          }
        }
        return plain.connection().execute(work).catch(errors.remember)
      })
      return results
    },
    codeOf: (error) =>
      sqlStateOf(error) ??
      sqliteCodeOf(error) ??
      (errors.has(error) || isNetworkError(error) ? 'lost' : undefined),
  }
}
