/*
 * Custom fields: their schemas, and what follows from them for inputs, answers and filters.
 */

/** A schema of any library that follows Standard Schema (https://standardschema.dev), such as zod, valibot and arktype. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** Types only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Standard JSON Schema: for the documentation. May throw. */
    readonly jsonSchema?: { readonly input: ToJsonSchema; readonly output: ToJsonSchema } | undefined
  }
}

export type ToJsonSchema = (options: { readonly target: 'draft-2020-12' }) => object

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * The option `customFields`: the schema of each field by its name. What the schema returns is stored, so it must be JSON.
 */
export interface CustomFields {
  readonly event?: Readonly<Record<string, StandardSchema | EventField>> | undefined
  readonly venue?: Readonly<Record<string, StandardSchema>> | undefined
  readonly organizer?: Readonly<Record<string, StandardSchema>> | undefined
}

export interface EventField {
  readonly schema: StandardSchema
  /** The property of iCalendar feeds that has the value, such as `X-CAPACITY`. Default: feeds do not have it. */
  readonly feed?: string | undefined
  /** Whether lists and feeds can be filtered by the value: `custom_fields[capacity]=120`. Default `false`. */
  readonly filter?: boolean | undefined
}

/** For calendars without custom fields. */
export type NoFields = Readonly<Record<never, never>>

/** `never` without fields of this kind. */
export type Declared<F, K extends PropertyKey> = F extends { readonly [N in K]?: infer D }
  ? unknown extends D
    ? never
    : NonNullable<D>
  : never

export type TypesOf<D> = D extends StandardSchema
  ? NonNullable<D['~standard']['types']>
  : D extends { readonly schema: infer S extends StandardSchema }
    ? NonNullable<S['~standard']['types']>
    : never

export type Values<D> = { -readonly [N in keyof D]?: TypesOf<D[N]>['output'] }

/** `custom_fields` of an event. Fields without a value are absent. */
export type EventValues<D> = [D] extends [never]
  ? never[]
  : string extends keyof D
    ? Values<D> | never[]
    : Values<D>

/** The member of venues and organizers. */
export type LinkedValues<D> = [D] extends [never]
  ? unknown
  : string extends keyof D
    ? { custom_fields?: Values<D> }
    : { custom_fields: Values<D> }

/** What a schema accepts, or what it has returned: answers can be sent back. `null` removes the value. */
export type SentValues<D> = [D] extends [never]
  ? readonly never[]
  :
      | readonly never[]
      | { readonly [N in keyof D]?: TypesOf<D[N]>['input'] | TypesOf<D[N]>['output'] | null | undefined }

/** Filters of a list of events by the fields that are declared with `filter: true`. */
export type FieldFilters<F extends CustomFields = CustomFields> = string extends keyof Declared<F, 'event'>
  ? { readonly [name: string]: FieldFilter<FieldValue> | undefined }
  : {
      readonly [N in FilteredNames<Declared<F, 'event'>>]?:
        | FieldFilter<Entry<TypesOf<Declared<F, 'event'>[N]>['output']> & FieldValue>
        | undefined
    }

export type FilteredNames<D> = { [N in keyof D]: IsFiltered<D[N]> extends true ? N : never }[keyof D]

export type FieldValue = string | number | boolean

export type Entry<T> = T extends readonly (infer E)[] ? E : T

export type IsFiltered<D> = D extends { readonly filter: infer B }
  ? [B] extends [false | undefined]
    ? false
    : true
  : false

/** A value, several of which events may have any, or a range with both its bounds. Of a list, an entry. */
export type FieldFilter<T> = T | readonly T[] | { readonly min?: T | undefined; readonly max?: T | undefined }

/** The function, compared like a method: an API with custom fields is also an `EventsApi` of unknown fields. */
export type Loose<T extends (...parameters: never[]) => unknown> = {
  of(...parameters: Parameters<T>): ReturnType<T>
}['of']
