import type { ClientEvent, ClientVenue } from 'kalends/client'
import Link from 'next/link'
import { datesOf, timeOf } from '../lib/event-view.ts'
import { listPath } from '../lib/paths.ts'
import { addressOf, mapUrlOf } from '../lib/place.ts'
import { TIMEZONE } from '../lib/site.ts'
import { textOf } from '../lib/text.ts'

/** When, where, for how much and by whom. */
export function EventFacts({ event }: { event: ClientEvent }) {
  const time = timeOf(event).replace(` ${event.timezone_abbr}`, '')
  // In the town its own zone needs no name.
  const zone =
    event.timezone === TIMEZONE ? event.timezone_abbr : `${event.timezone_abbr} (${event.timezone})`
  return (
    <dl className="facts">
      <div>
        <dt>When</dt>
        <dd>
          {datesOf(event)}
          <br />
          {time} {event.all_day !== true && <span className="quiet">{zone}</span>}
        </dd>
      </div>
      {event.venue.map((venue) => (
        <div key={venue.id}>
          <dt>Where</dt>
          <dd>
            <Place venue={venue} hasMap={event.show_map_link === true} />
          </dd>
        </div>
      ))}
      {event.cost !== '' && (
        <div>
          <dt>Cost</dt>
          <dd>{textOf(event.cost)}</dd>
        </div>
      )}
      {event.organizer.length > 0 && (
        <div>
          <dt>By</dt>
          <dd>{event.organizer.map(({ organizer }) => textOf(organizer)).join(', ')}</dd>
        </div>
      )}
      {event.website !== '' && event.website !== event.url && (
        <div>
          <dt>More</dt>
          <dd>
            <a href={event.website} rel="noreferrer">
              {new URL(event.website).hostname}
            </a>
          </dd>
        </div>
      )}
      {event.categories.length > 0 && (
        <div>
          <dt>In</dt>
          <dd className="tags">
            {event.categories.map(({ id, slug, name }) => (
              <Link key={id} href={listPath({ category: slug })}>
                {textOf(name)}
              </Link>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Place({ venue, hasMap }: { venue: ClientVenue; hasMap: boolean }) {
  return (
    <>
      {textOf(venue.venue)}
      <br />
      <span className="quiet">{addressOf(venue)}</span>
      {hasMap && (
        <>
          <br />
          <a href={mapUrlOf(venue)} rel="noreferrer">
            Show on the map
          </a>
        </>
      )}
    </>
  )
}
