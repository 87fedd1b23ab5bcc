import type { Exchange } from './exchanges/exchange.ts'

/** Where runtimes answer differently from Node 24. */
export interface Exception {
  readonly hosts: readonly string[]
  /** Of the exchange. */
  readonly name: string
  /** What comes there instead. */
  readonly statuses: Exchange['statuses']
  readonly why: string
}

/** A header field that a host adds, takes away or changes in every answer. */
export interface FieldException {
  readonly hosts: readonly string[]
  readonly field: string
  readonly why: string
}

/** A reason, and the exchanges that it explains. */
type Row = readonly [
  why: string,
  ...of: readonly (readonly [name: string, statuses: Exception['statuses']])[],
]

export const exceptionsOf = (hosts: readonly string[], rows: readonly Row[]): Exception[] =>
  rows.flatMap(([why, ...of]) => of.map(([name, statuses]) => ({ hosts, name, statuses, why })))
