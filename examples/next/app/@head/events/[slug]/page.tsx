import { JsonLd } from '../../../../components/json-ld.tsx'
import { findEvent } from '../../../../lib/read-event.ts'

export default async function EventHead({ params }: { params: Promise<{ slug: string }> }) {
  const event = await findEvent((await params).slug)
  return event?.json_ld ? <JsonLd data={event.json_ld} /> : null
}
