import { calendarFile } from '../../../../lib/ics.ts'
import { readEvent } from '../../../../lib/read-event.ts'

interface Context {
  params: Promise<{ slug: string }>
}

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const event = await readEvent((await params).slug)
  const name = event.slug.replace(/[^a-z0-9-]/g, '') || `event-${event.id}`
  return new Response(calendarFile(event), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.ics"`,
      'cache-control': 'private, no-cache',
    },
  })
}
