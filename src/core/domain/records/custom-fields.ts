import type { StandardSchema } from '../../../types/index.ts'
import type { CustomValues, PostKind } from './records.ts'

/** A custom field as the host declares it. */
export interface CustomField {
  readonly name: string
  readonly schema: StandardSchema
  /** Its property in iCalendar feeds. */
  readonly feed?: string | undefined
  /** Lists of events can be filtered by it. */
  readonly filter?: boolean | undefined
}

/** In the order in which answers show them; empty for kinds without custom fields. */
export type DeclaredFields = Readonly<Record<PostKind, readonly CustomField[]>>

/** The values that answers show; `undefined` if no fields are declared. */
export const shownValues = (
  fields: readonly CustomField[],
  values: CustomValues = {},
): CustomValues | undefined =>
  fields.length === 0
    ? undefined
    : Object.fromEntries(
        fields.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
      )
