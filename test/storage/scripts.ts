import type { SqlClient } from 'kalends/storage/sql'

/** Statements in a script: a trigger's end stands on its line, too. */
export const statementsIn = (script: string): string[] =>
  script
    .split(/;\n\n|;\n$/)
    .map((sql) => sql.replace(/^--.*\n/gm, ''))
    .filter((sql) => sql.trim() !== '')

/** PGlite comes without pg_trgm. Nothing else may fail. */
function unlessExtension(error: unknown): void {
  if (!/pg_trgm|gin_trgm_ops/.test(String(error))) throw error
}

export async function runScript(client: SqlClient, script: string): Promise<void> {
  for (const sql of statementsIn(script)) await client.query({ sql, values: [] }).catch(unlessExtension)
}

/** Where the database undoes the statements of a process that dies, it does here; MySQL keeps what it has created. */
export const killedAfter = (client: SqlClient, most: number): SqlClient => ({
  ...client,
  async batch(statements) {
    const begun = statements.slice(0, most)
    if (begun.length === statements.length) return client.batch(statements)
    if (client.dialect === 'mysql') await client.batch(begun)
    else await client.batch([...begun, { sql: 'select * from nowhere', values: [] }]).catch(() => {})
    throw new Error('killed')
  },
})
