import type * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import { builtInKey } from '../fields/built-in-key.ts'
import { type EVENT, FILTERED } from '../fields/event.ts'
import type { NamesWith } from '../fields/row.ts'
import type { EventFilter } from './event-filter.ts'
import { field, sentAs } from './field.ts'
import { entries, flag, Refusal, wire, wordsForm } from './wire.ts'

/*
 * The filters that rows of plain fields name. The default of a field has no key, so it is found by the lack of the others.
 */

type FilteredName = NamesWith<typeof EVENT, { readonly filter: string }>

type FilterShape = { [N in FilteredName]: z.ZodMiniOptional<z.ZodMiniType<EventFilter>> }

const filterOf = (value: EventFilter['value'], keys: readonly string[], isDefault: boolean): EventFilter => ({
  value,
  condition: () => ({ key: 'field', ...(isDefault ? { notIn: keys } : { in: keys }) }),
})

/** Those of the words that a filter names; or all others, if it names the default. */
function wordsFilter(
  name: string,
  words: readonly string[],
  wanted: readonly string[],
): EventFilter | Refusal {
  if (!wanted.every((one) => words.includes(one)))
    return new Refusal(`must be one or more of ${words.join(', ')}`)
  const isDefault = wanted.includes(words[0] ?? '')
  const keyed = isDefault ? words.filter((one) => !wanted.includes(one)) : wanted
  return filterOf(
    wanted,
    keyed.map((one) => builtInKey(name, one)),
    isDefault,
  )
}

export function plainFilters(limits: Limits): FilterShape
export function plainFilters(limits: Limits): object {
  return Object.fromEntries(
    FILTERED.map(({ name, plain, words, about: description }) => [
      name,
      plain === 'flag'
        ? field(
            wire(flag, (isOn) => filterOf(isOn, [builtInKey(name, true)], !isOn)),
            { type: 'boolean', description },
          )
        : field(
            sentAs(
              wire(entries(limits), (wanted) => wordsFilter(name, words, wanted)),
              wordsForm(words, limits),
            ),
            { type: 'string', client: 'string | readonly string[]', description },
          ),
    ]),
  )
}
