import type { Outside } from './outside.ts'
import type { PlainVenueField } from './venue.ts'

/** In the order of the columns of CSV files. */
export const VENUE_OUTSIDE = {
  address: { about: 'Street and number.', csv: ['Venue Address', 'Address'], old: 'address' },
  city: { about: 'City.', csv: ['Venue City', 'City'], old: 'city' },
  // CSV files have one column for both: that of `stateprovince`.
  province: { about: 'Province.', csv: null, old: 'province' },
  state: { about: 'State.', csv: null, old: 'state' },
  zip: { about: 'Postal code.', csv: ['Venue Zip', 'Zip'], old: 'zip' },
  country: { about: 'Country.', csv: ['Venue Country', 'Country'], old: 'country' },
  phone: { about: 'Telephone number, as text.', csv: ['Venue Phone'], old: 'phone' },
  website: {
    about: 'Absolute http(s) URL; empty for none.',
    csv: ['Venue Website', 'Venue URL'],
    old: 'website',
  },
} as const satisfies Readonly<Record<PlainVenueField, Outside>>
