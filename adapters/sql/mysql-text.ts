import type { SqlValue } from '../../src/storage/sql/client.ts'

/** Quoted texts and names, which may hold a question mark, and placeholders. */
const PARTS = /'(?:[^']|'')*'|`[^`]*`|\?/g

/**
 * The statement with its values in it, for the text protocol. Texts are hexadecimal, so nothing in them can end a
 * literal, whatever `sql_mode` says of backslashes and quotes.
 */
export function withValues(sql: string, values: readonly SqlValue[]): string {
  let next = 0
  const text = sql.replace(PARTS, (part) => (part === '?' ? literal(values[next++]) : part))
  if (next !== values.length) throw new TypeError(`mysql2: ${next} placeholders for ${values.length} values`)
  return text
}

function literal(value: SqlValue | undefined): string {
  if (value === undefined) throw new TypeError('mysql2: a placeholder has no value')
  if (value === null) return 'null'
  if (typeof value === 'string') return `_utf8mb4 x'${hex(value)}'`
  if (typeof value === 'boolean') return value ? '1' : '0'
  // Without an exponent, a fraction would be a decimal, and prepared statements send doubles.
  const digits = Number.isInteger(value) || /e/.test(String(value)) ? String(value) : `${value}e0`
  return value < 0 ? `(${digits})` : digits
}

const hex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
