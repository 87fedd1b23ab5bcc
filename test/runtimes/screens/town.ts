import type { EventsApi } from 'kalends'

/* The calendar of a small town in March 2027, for pictures. */

const EDITOR = { id: 2, role: 'editor', name: 'Ada Palmer' } as const

const VENUES = {
  hall: {
    venue: 'Town hall',
    address: 'Market Square 1',
    city: 'Lindow',
    zip: '16835',
    country: 'Germany',
  },
  mill: { venue: 'Old mill', address: 'Mill Lane 4', city: 'Lindow', zip: '16835', country: 'Germany' },
  library: {
    venue: 'Public library',
    address: 'School Street 12',
    city: 'Lindow',
    zip: '16835',
    country: 'Germany',
  },
  park: { venue: 'Riverside park', address: 'River Road', city: 'Lindow', zip: '16835', country: 'Germany' },
}

const DESCRIPTION = `<p>Four musicians, one old mill: the <strong>Harbour Quartet</strong> plays swing and ballads of the
thirties. The bar opens an hour before.</p>
<h2>Good to know</h2>
<ul><li>Step-free entrance from the yard</li><li>Tickets at the door and at the library</li></ul>`

type Fields = Readonly<Record<string, unknown>>

const EVENTS: readonly Fields[] = [
  {
    title: 'Jazz at the mill',
    start_date: '2027-03-13 19:30',
    end_date: '2027-03-13 22:00',
    venue: VENUES.mill,
    organizer: { organizer: 'Friends of the mill', email: 'hello@mill.example' },
    categories: ['Music'],
    tags: ['jazz', 'live'],
    cost: '12',
    website: 'https://mill.example/jazz',
    description: DESCRIPTION,
    featured: true,
  },
  {
    title: 'Spring market',
    start_date: '2027-03-20',
    end_date: '2027-03-21',
    all_day: true,
    venue: VENUES.park,
    categories: ['Markets'],
  },
  {
    title: 'Reading: The night train',
    start_date: '2027-03-04 18:00',
    end_date: '2027-03-04 19:30',
    venue: VENUES.library,
    categories: ['Books'],
  },
  {
    title: 'Town council',
    start_date: '2027-03-09 17:00',
    end_date: '2027-03-09 20:00',
    venue: VENUES.hall,
    categories: ['Town'],
  },
  {
    title: 'Children’s theatre: Puss in boots',
    start_date: '2027-03-06 15:00',
    end_date: '2027-03-06 16:00',
    venue: VENUES.hall,
    categories: ['Children'],
    event_status: 'canceled',
    event_status_reason: 'The puppeteer is ill.',
  },
  {
    title: 'Talk: Birds of the river',
    start_date: '2027-03-18 19:00',
    end_date: '2027-03-18 20:30',
    categories: ['Nature'],
    event_status: 'moved_online',
    is_virtual: true,
    virtual_url: 'https://talks.example/birds',
  },
  {
    title: 'Repair café',
    start_date: '2027-03-27 14:00',
    end_date: '2027-03-27 17:00',
    venue: VENUES.library,
    categories: ['Town'],
    status: 'draft',
  },
  {
    title: 'Organ recital',
    start_date: '2027-03-28 16:00',
    end_date: '2027-03-28 17:00',
    venue: VENUES.hall,
    categories: ['Music'],
    event_status: 'postponed',
    event_status_reason: 'A new date follows.',
  },
  {
    title: 'Choir practice',
    start_date: '2027-03-02 19:00',
    end_date: '2027-03-02 21:00',
    venue: VENUES.hall,
    categories: ['Music'],
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' },
  },
  {
    title: 'Poetry slam',
    start_date: '2027-03-25 20:00',
    end_date: '2027-03-25 22:00',
    venue: VENUES.mill,
    categories: ['Books'],
    status: 'pending',
  },
]

/** Fills a calendar. Resolves to the IDs by title. */
export async function fillTown(api: EventsApi): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  const send = async (method: string, path: string, body: Fields): Promise<number> => {
    const request = new Request(`http://localhost${api.basePath}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const response = await api.as(EDITOR)(request)
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return Number(Object(answer).id)
  }
  for (const fields of EVENTS)
    ids.set(String(fields.title), await send('POST', '/events', { status: 'publish', ...fields }))
  // What is done twice by mistake in every calendar.
  for (const venue of ['The old mill', 'Old Mill Lindow']) await send('POST', '/venues', { venue })
  return ids
}
