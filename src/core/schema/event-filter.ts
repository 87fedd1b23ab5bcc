import type { Condition } from '../../storage/contract.ts'

/** A filter of a request: its value, and the condition on events that it becomes. */
export interface EventFilter {
  readonly value: string | number | boolean | readonly (string | number)[]
  readonly condition: (lookup: EventLookup) => EventCondition | Promise<EventCondition>
}

export type EventCondition = Condition<'event'>

/** Finds the records that filters name. Each method reports a missing record as a problem of the request. */
export interface EventLookup {
  /** IDs or slugs; a category includes those below it. */
  readonly categories: (entries: readonly string[]) => Promise<EventCondition>
  readonly tags: (entries: readonly string[]) => Promise<EventCondition>
  readonly venues: (ids: readonly number[]) => Promise<EventCondition>
  readonly organizers: (ids: readonly number[]) => Promise<EventCondition>
  readonly parent: (id: number) => Promise<EventCondition>
  /** Whether the venue has coordinates. */
  readonly located: (isLocated: boolean) => Promise<EventCondition>
}

export const isFilter = (value: unknown): value is EventFilter =>
  typeof value === 'object' && value !== null && 'condition' in value
