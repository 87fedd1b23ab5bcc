import type { KeysOf, Kind } from '../contract.ts'
import { fromValues, toValues } from '../shared/keys.ts'
import { listIn } from '../shared/own-json.ts'

/*
 * The head of a document: everything except text and data. It is stored as a list without field names, which would
 * double its size.
 */

export interface Head<K extends Kind = Kind> {
  readonly version: number
  /** The number of values that hold the text and the data. */
  readonly textParts: number
  readonly dataParts: number
  readonly keys: KeysOf<K>
}

type Row = [version: number, textParts: number, dataParts: number, ...keys: unknown[]]

export const writeHead = <K extends Kind>(
  kind: K,
  { version, textParts, dataParts, keys }: Head<K>,
): string => JSON.stringify([version, textParts, dataParts, ...toValues(kind, keys)] satisfies Row)

export function readHead<K extends Kind>(kind: K, text: string): Head<K> {
  const [version, textParts, dataParts, ...values] = listIn<Row>(text)
  return { version, textParts, dataParts, keys: fromValues(kind, values) }
}
