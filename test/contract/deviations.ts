import type { Deviation } from './play.mjs'

/** Where a recorded answer is not ours, and the decision that says so. A test holds that each is still needed. */
export const deviations: readonly Deviation[] = [
  {
    case: 'events-crud/terms/by-name-or-slug',
    step: '#6',
    path: 'rest_url',
    why: 'D22: links carry every given filter, here hide_empty',
  },
  {
    case: 'events-crud/text/description',
    path: 'description',
    why: 'D20: no automatic paragraphs, and so no line breaks between the items of a list',
  },
  {
    case: 'linked/venue-show-map',
    step: '#6',
    why: 'D37: what answers show, here the booleans of show_map and show_map_link, can be sent back',
  },
  {
    case: 'events-list/order/no-order-parameters',
    step: '#3',
    why: 'D40: order is honoured',
  },
  {
    case: 'events-list/order/no-order-parameters',
    step: '#4',
    why: 'D40: orderby and order are honoured',
  },
  {
    case: 'linked/venue-list-order',
    step: '#5',
    why: 'D40: orderby and order are honoured',
  },
  { case: 'linked/http-trailing-slash', step: '#4', path: 'openapi', why: 'D33: OpenAPI 3.1' },
  { case: '*', path: 'json_ld.offers.availability', why: 'D46: schema.org names its values by URL' },
  { case: '*', path: '*json_ld.organizer.@type', why: 'D46: an organizer is an Organization' },
  { case: '*', path: 'organizer[*].json_ld.@type', why: 'D46: an organizer is an Organization' },
  { case: 'linked/organizer*', path: 'json_ld.@type', why: 'D46: an organizer is an Organization' },
]
