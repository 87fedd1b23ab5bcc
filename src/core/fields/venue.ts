import { CONTENT, LINKED, POST } from './post.ts'
import {
  first,
  isFlag,
  isNumber,
  isText,
  line,
  oneOf,
  orNull,
  type PlainName,
  type Table,
  url,
} from './row.ts'

export const VENUE = {
  ...POST,
  ...CONTENT,
  ...LINKED,
  kind: first(oneOf(['venue'])),
  venue: first(isText),
  description: first(isText),
  address: line({}),
  city: line({}),
  country: line({}),
  province: line({}),
  state: line({}),
  zip: line({}),
  phone: line({}),
  website: url({}),
  stateprovince: first(isText),
  geo_lat: first(orNull(isNumber)),
  geo_lng: first(orNull(isNumber)),
  show_map: first(isFlag),
  show_map_link: first(isFlag),
} satisfies Table

export type PlainVenueField = PlainName<typeof VENUE>
