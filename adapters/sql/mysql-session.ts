import { fieldOf, rowsOf } from './driver.ts'

interface Session {
  query(sql: string): Promise<unknown>
}

/** Each server runs only the comment that it understands: MariaDB the first, MySQL the second. */
const ISOLATION = '/*M! @@tx_isolation */ /*!80000 @@transaction_isolation */'

const ASKED = `select @@autocommit as autocommit, @@completion_type as completion, @@unique_checks as uniqueness,
  @@sql_select_limit as most, @@sql_mode as mode, @@character_set_client as charset, ${ISOLATION} as isolation,
  @@binlog_format as log`

/** The value of `sql_select_limit` without a limit. */
const UNLIMITED = '18446744073709551615'

/**
 * Sets what commits and reads rely on, if the session has other values:
 *
 * - `autocommit`, `completion_type`: each statement is a transaction, and the end of one does not start another.
 *   Otherwise an acknowledged write is not committed, and reads see an old snapshot.
 * - `sql_mode`: texts that are too long are rejected and not truncated; an empty text is not null.
 * - `unique_checks`: two documents cannot have the same slug.
 * - `sql_select_limit`: results contain all rows.
 * - Isolation: reads do not see uncommitted data. With a binary log of statements, the server refuses writes below
 *   `REPEATABLE READ`.
 *
 * @throws TypeError for a character set that cannot store all texts. Only the pool can change it, because the client
 * encodes with it.
 */
export async function settle(session: Session): Promise<void> {
  const answer = await session.query(ASKED)
  const [row] = rowsOf(Array.isArray(answer) ? answer[0] : undefined)
  const has = (name: string) => String(fieldOf(row, name))
  if (has('charset') !== 'utf8mb4') {
    throw new TypeError(
      `mysql2: the connection's character set is ${has('charset')}; the pool needs \`charset: 'utf8mb4'\``,
    )
  }
  const modes = has('mode').split(',')
  const isStrict = modes.includes('STRICT_ALL_TABLES') || modes.includes('STRICT_TRANS_TABLES')
  const settings = [
    ...(has('autocommit') === '1' ? [] : ['autocommit = 1']),
    ...(has('completion') === 'NO_CHAIN' ? [] : ["completion_type = 'NO_CHAIN'"]),
    ...(has('uniqueness') === '1' ? [] : ['unique_checks = 1']),
    ...(has('most') === UNLIMITED ? [] : [`sql_select_limit = ${UNLIMITED}`]),
    ...(isStrict && !modes.includes('EMPTY_STRING_IS_NULL')
      ? []
      : ["sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'"]),
  ]
  if (settings.length > 0) await session.query(`set ${settings.join(', ')}`)
  const isolation = has('isolation')
  if (isolation === 'READ-UNCOMMITTED' || (isolation === 'READ-COMMITTED' && has('log') === 'STATEMENT')) {
    await session.query('set session transaction isolation level repeatable read')
  }
}
