import * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import type { Outside } from '../fields/outside.ts'
import {
  eachPlain,
  type PlainName,
  type PlainOf,
  type PlainRow,
  type Table,
  type ValueIn,
} from '../fields/row.ts'
import { field } from './field.ts'
import { flag, numberOrText, Refusal, wire } from './wire.ts'
import { clearableText, webUrl } from './wire-body.ts'

/*
 * The plain fields of bodies, as their rows say. Their values are those of records.
 */

const COUNT_RULE = 'must be a whole number from 0 on, or empty'

const countOrNone = wire(z.nullable(z.union(numberOrText, COUNT_RULE)), (value) => {
  if (value === null || value === '') return null
  const number = typeof value === 'number' || /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : new Refusal(COUNT_RULE)
})

/** What the wire takes for each type. */
interface Wire {
  flag: z.input<typeof flag>
  line: string | null
  url: string | null
  count: z.input<typeof countOrNone>
  word: string | null
}

type BodyShape<T> = {
  [N in PlainName<T>]: z.ZodMiniOptional<
    z.ZodMiniType<Exclude<ValueIn<T[N]>, undefined>, Wire[PlainOf<T[N]>]>
  >
}

export const plainBodies = <T extends Table>(
  table: T,
  outside: { readonly [N in PlainName<T>]: Outside },
  limits: Limits,
): BodyShape<T> => {
  const descriptions = new Map<string, Outside>(Object.entries(outside))
  return eachPlain(table, (name, row) => bodyOf(row, descriptions.get(name)?.about ?? '', limits))
}

function bodyOf({ plain, words = [], most = Infinity }: PlainRow, description: string, limits: Limits) {
  switch (plain) {
    case 'flag':
      return field(flag, { type: 'boolean', default: false, description })
    case 'line':
      return field(clearableText(Math.min(most, limits.line)), { type: 'string', default: null, description })
    case 'url':
      return field(webUrl(limits), { type: 'string', default: null, description })
    case 'count':
      return field(countOrNone, { type: 'integer', default: null, description })
    case 'word': {
      const rule = `must be one of ${words.join(', ')}`
      // Like a flag, a word that a password hides is answered as null, and refused when it is sent back.
      const word = wire(z.nullable(z.enum([...words], rule)), (value) => value ?? new Refusal(rule))
      return field(word, { type: 'string', default: words[0], description })
    }
  }
}
