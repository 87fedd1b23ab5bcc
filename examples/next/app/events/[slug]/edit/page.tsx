import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { DeleteEvent } from '../../../../components/delete-event.tsx'
import { EventForm } from '../../../../components/event-form.tsx'
import { readCategories } from '../../../../lib/categories.ts'
import { readVenues, savedOf, valuesOf } from '../../../../lib/event-form.ts'
import { eventPath } from '../../../../lib/paths.ts'
import { readEvent } from '../../../../lib/read-event.ts'
import { isLoggedIn } from '../../../../lib/reader.ts'
import { textOf } from '../../../../lib/text.ts'

export const metadata: Metadata = { title: 'Edit event', robots: { index: false } }

interface Props {
  params: Promise<{ slug: string }>
}

export default async function EditEventPage({ params }: Props) {
  const event = await readEvent((await params).slug)
  if (!(await isLoggedIn())) redirect(`/login?${new URLSearchParams({ next: `${eventPath(event)}/edit` })}`)
  const [values, venues, categories] = await Promise.all([valuesOf(event), readVenues(), readCategories()])
  return (
    <div className="form-page">
      <h1>Edit event</h1>
      <EventForm key={event.id} values={values} venues={venues} categories={categories} />
      <DeleteEvent event={savedOf(event)} title={textOf(event.title)} series={values.series} />
    </div>
  )
}
