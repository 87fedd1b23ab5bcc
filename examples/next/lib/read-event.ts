import { type ClientEvent, isClientError } from 'kalends/client'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { reader } from './reader.ts'

/** The event that a path names: by its slug, or by its ID where it has none yet. */
export const findEvent = cache(async (segment: string): Promise<ClientEvent | undefined> => {
  const { events } = await reader()
  const slug = decode(segment)
  const bySlug = await unlessHidden(events.getBySlug(slug))
  if (bySlug !== undefined) return bySlug
  return /^[1-9]\d{0,14}$/.test(slug) ? unlessHidden(events.get(Number(slug))) : undefined
})

/** What is not there, and what the visitor may not see, is the same 404. */
export async function readEvent(segment: string): Promise<ClientEvent> {
  return (await findEvent(segment)) ?? notFound()
}

async function unlessHidden(event: Promise<ClientEvent>): Promise<ClientEvent | undefined> {
  try {
    return await event
  } catch (error) {
    const isHidden = isClientError(
      error,
      'rest-event-not-found',
      'event-not-accessible',
      'event-no-longer-available',
      'event-password-protected',
    )
    if (isHidden) return undefined
    throw error
  }
}

/** Next gives a segment as it stands in the URL. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
