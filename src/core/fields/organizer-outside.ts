import type { PlainOrganizerField } from './organizer.ts'
import type { Outside } from './outside.ts'

/** In the order of the columns of CSV files. */
export const ORGANIZER_OUTSIDE = {
  email: { about: 'E-mail address, as text.', csv: ['Organizer Email', 'Email'], old: 'email' },
  phone: { about: 'Telephone number, as text.', csv: ['Organizer Phone', 'Phone'], old: 'phone' },
  website: {
    about: 'Absolute http(s) URL; empty for none.',
    csv: ['Organizer Website'],
    old: 'website',
  },
} as const satisfies Readonly<Record<PlainOrganizerField, Outside>>
