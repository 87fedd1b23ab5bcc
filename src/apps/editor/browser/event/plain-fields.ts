import { EVENT, type PlainEventField } from '../../../../core/fields/event.ts'
import { EVENT_OUTSIDE } from '../../../../core/fields/event-outside.ts'
import { keysOf } from '../../../../core/fields/keys-of.ts'
import { memberOf, type PlainOf, type PlainRow } from '../../../../core/fields/row.ts'

/*
 * The fields of the form that follow from the rows of fields: those whose row has a label.
 */

type Rows = typeof EVENT_OUTSIDE

/** Their names in the form are those of the interface. */
export type PlainKey = {
  [N in PlainEventField]: Rows[N]['label'] extends string ? N : never
}[PlainEventField]

export type PlainFormValues = {
  readonly [N in PlainKey]: PlainOf<(typeof EVENT)[N]> extends 'flag' ? boolean : string
}

interface PlainField {
  readonly name: PlainKey
  /** English. */
  readonly label: string
  readonly row: PlainRow
}

const isLabelled = (name: PlainEventField): name is PlainKey => EVENT_OUTSIDE[name].label !== null

export const PLAIN_FIELDS: readonly PlainField[] = keysOf(EVENT_OUTSIDE)
  .filter(isLabelled)
  .map((name) => ({ name, label: EVENT_OUTSIDE[name].label, row: EVENT[name] }))

/** The values of an event, or of a new one. */
export function plainValuesOf(event: object): PlainFormValues
export function plainValuesOf(event: object): object {
  return Object.fromEntries(
    PLAIN_FIELDS.map(({ name, row: { plain, older, words = [''] } }) => {
      const value = memberOf(event, name) ?? older ?? (plain === 'word' ? words[0] : '')
      return [name, plain === 'flag' ? value === true : String(value)]
    }),
  )
}

/** The English label of each. */
export function plainLabels(): Readonly<Record<PlainKey, string>>
export function plainLabels(): object {
  return Object.fromEntries(PLAIN_FIELDS.map(({ name, label }) => [name, label]))
}
