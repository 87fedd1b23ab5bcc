import type { ClientEvent, EventInput } from '../../../../client.ts'
import { COPIED } from '../../../../core/fields/event-elsewhere.ts'

/*
 * The copy of an event: a draft with all that its fields say is copied, wherever copies are made.
 */

/** Fields that need the right to edit events of others. */
const SHOWCASE = ['sticky', 'featured']

const idsOf = (linked: readonly { readonly id: number }[]) => linked.map(({ id }) => id)

/** `mayShowcase`: whether the user may say that events are sticky and featured. */
export function copiedBody(event: ClientEvent, mayShowcase: boolean): Partial<EventInput> {
  const { website, url, image, custom_fields: custom } = event
  const other: Readonly<Record<string, unknown>> = {
    ...event,
    venue: idsOf(event.venue),
    organizer: idsOf(event.organizer),
    categories: idsOf(event.categories),
    tags: idsOf(event.tags),
    website: website === url ? undefined : website,
    image: image ? image.id || image.url : undefined,
    custom_fields: Array.isArray(custom) ? undefined : custom,
  }
  const names = COPIED.filter(
    (name) => other[name] !== undefined && (mayShowcase || !SHOWCASE.includes(name)),
  )
  // Each is the field of the interface with this name.
  const body: Partial<EventInput> = Object.fromEntries(names.map((name) => [name, other[name]]))
  return { ...body, status: 'draft' }
}
