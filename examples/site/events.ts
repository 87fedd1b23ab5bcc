import type { EventInput } from 'kalends'
import type { Client } from 'kalends/client'

/** A week of a small place, counted from a day. */
const EVENTS: readonly (Omit<EventInput, 'start_date' | 'end_date'> & {
  readonly day: number
  readonly from: string
  readonly to: string
  readonly last?: number
})[] = [
  {
    title: 'Jazz at the mill',
    ...{ day: 1, from: '19:30', to: '22:00', cost: '12 €', featured: true, categories: ['Music'] },
    excerpt: 'Four musicians, one old mill. The bar opens an hour before.',
    description:
      '<p>Four musicians, one old mill: the Harbour Quartet plays swing and ballads of the thirties.</p><p>The bar opens an hour before. There is a step-free entrance from the yard.</p>',
    venue: { venue: 'Old mill', address: 'Mill Lane 4', city: 'Lindow' },
    organizer: { organizer: 'Friends of the mill' },
  },
  {
    title: 'Story time',
    ...{ day: 0, from: '10:00', to: '10:45', cost: 'Free', categories: ['Children'] },
    venue: { venue: 'Library', address: 'School Street 12', city: 'Lindow' },
  },
  {
    title: 'Open rehearsal of the choir',
    ...{ day: 0, from: '19:00', to: '21:00', cost: 'Free', categories: ['Music'] },
    venue: { venue: 'Town hall', address: 'Market Square 1', city: 'Lindow' },
  },
  {
    title: 'Night of the open studios',
    ...{ day: 2, from: '21:00', to: '01:00', last: 3, categories: ['Art'] },
    venue: { venue: 'Harbour 12', city: 'Lindow' },
  },
  {
    title: 'Skating on the lake',
    ...{ day: 3, from: '14:00', to: '17:00', categories: ['Outdoors'] },
    ...{ event_status: 'canceled', event_status_reason: 'The ice is too thin.' },
  },
  {
    title: 'Winter market',
    ...{ day: 3, from: '10:00', to: '18:00', last: 5, categories: ['Markets'] },
    venue: { venue: 'Market Square', city: 'Lindow' },
  },
  {
    title: 'Birds of the river: a talk',
    ...{ day: 4, from: '19:00', to: '20:30', categories: ['Nature'] },
    ...{ event_status: 'moved_online', is_virtual: true, virtual_url: 'https://talks.example/birds' },
  },
  {
    title: 'Repair café',
    ...{ day: 5, from: '14:00', to: '17:00', cost: 'Free', categories: ['Town'] },
    venue: { venue: 'Library', city: 'Lindow' },
  },
]

export async function fill(client: Client, today: string): Promise<void> {
  const dayOf = (count: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
  for (const { day, from, to, last = day, ...event } of EVENTS)
    await client.events.create({
      ...event,
      start_date: `${dayOf(day)} ${from}`,
      end_date: `${dayOf(last)} ${to}`,
    })
}
