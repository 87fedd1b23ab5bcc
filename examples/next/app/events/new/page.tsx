import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { EventForm } from '../../../components/event-form.tsx'
import { readCategories } from '../../../lib/categories.ts'
import { newValues, readVenues } from '../../../lib/event-form.ts'
import { isLoggedIn } from '../../../lib/reader.ts'
import { TIMEZONE } from '../../../lib/site.ts'

export const metadata: Metadata = { title: 'New event', robots: { index: false } }

export default async function NewEventPage() {
  if (!(await isLoggedIn())) redirect('/login?next=/events/new')
  const [venues, categories] = await Promise.all([readVenues(), readCategories()])
  return (
    <div className="form-page">
      <h1>New event</h1>
      <EventForm values={newValues(TIMEZONE)} venues={venues} categories={categories} />
    </div>
  )
}
