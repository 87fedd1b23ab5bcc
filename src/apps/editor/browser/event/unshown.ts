import type { EventInput } from '../../../../client.ts'
import { keysOf } from '../../../../core/fields/keys-of.ts'
import { type EventValues, inputOf } from './values.ts'

/** What the copy has and no field of its form shows. `values`: those of the form. */
export function unshownIn(copied: Partial<EventInput>, values: EventValues): Partial<EventInput> {
  const shown = new Set(['status', ...Object.keys(inputOf(values, keysOf(values)))])
  return Object.fromEntries(Object.entries(copied).filter(([name]) => !shown.has(name)))
}
