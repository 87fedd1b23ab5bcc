import * as z from 'zod/mini'
import {
  eachPlain,
  type PlainName,
  type PlainOf,
  type PlainRow,
  type Table,
  type ValueIn,
} from '../fields/row.ts'

/*
 * The plain fields of answers, as their rows say. `present/plain.ts` writes them.
 */

const TYPES = { flag: z.boolean(), line: z.string(), url: z.string(), count: z.number() }

const schemaOf = ({ plain, words = [] }: PlainRow) => (plain === 'word' ? z.enum([...words]) : TYPES[plain])

/** Those of an event are there, but for rare ones. Without the password, texts are empty and others are `null`. */
type EventShape<T> = {
  [N in PlainName<T>]: undefined extends ValueIn<T[N]>
    ? z.ZodMiniOptional<z.ZodMiniType<EventValue<T[N]>>>
    : z.ZodMiniType<EventValue<T[N]>>
}

type EventValue<R> =
  PlainOf<R> extends 'line' | 'url'
    ? string
    : Exclude<ValueIn<R>, undefined> | (R extends { readonly secret: true } ? null : never)

export const eventAnswers = <T extends Table>(table: T): EventShape<T> =>
  eachPlain(table, (_name, row) => {
    const isText = row.plain === 'line' || row.plain === 'url'
    const isHidable = row.plain === 'count' || ('secret' in row && row.secret === true)
    const schema = isHidable && !isText ? z.nullable(schemaOf(row)) : schemaOf(row)
    return row.rare === true ? z.optional(schema) : schema
  })

/** Those of a venue or an organizer are left out when they are empty. */
type LinkedShape<T> = {
  [N in PlainName<T>]: PlainOf<T[N]> extends 'flag' | 'word'
    ? z.ZodMiniType<ValueIn<T[N]>>
    : z.ZodMiniOptional<z.ZodMiniType<Exclude<ValueIn<T[N]>, null>>>
}

export const linkedAnswers = <T extends Table>(table: T): LinkedShape<T> =>
  eachPlain(table, (_name, row) =>
    row.plain === 'flag' || row.plain === 'word' ? schemaOf(row) : z.optional(schemaOf(row)),
  )
