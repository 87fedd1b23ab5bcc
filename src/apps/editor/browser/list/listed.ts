import type { ClientEvent } from '../../../../client.ts'

/*
 * What a list needs of an event: to show it, and to change several at once. All of it would be four times as much to wait
 * for, descriptions not counted.
 */

type Own =
  | 'id'
  | 'title'
  | 'status'
  | 'author'
  | 'start_date'
  | 'end_date'
  | 'all_day'
  | 'modified'
  | 'recurrence_id'
  | 'cost'
  | 'event_status'
  | 'event_status_reason'
  | 'is_virtual'
  | 'virtual_event_type'

interface Named {
  readonly id: number
  readonly name: string
}

export interface ListedEvent extends Pick<ClientEvent, Own> {
  readonly venue: readonly { readonly id: number; readonly venue: string }[]
  readonly organizer: readonly { readonly id: number; readonly organizer: string }[]
  readonly categories: readonly Named[]
  readonly tags: readonly Named[]
}

const OWN: Readonly<Record<Own, true>> = {
  id: true,
  title: true,
  status: true,
  author: true,
  start_date: true,
  end_date: true,
  all_day: true,
  modified: true,
  recurrence_id: true,
  cost: true,
  event_status: true,
  event_status_reason: true,
  is_virtual: true,
  virtual_event_type: true,
}
const LINKED = { venue: 'venue', organizer: 'organizer', categories: 'name', tags: 'name' } as const

/** The parameter of the interface that asks for these alone. */
export const LISTED = [
  ...Object.keys(OWN),
  ...Object.entries(LINKED).flatMap(([kind, name]) => [`${kind}.id`, `${kind}.${name}`]),
].join(',')
