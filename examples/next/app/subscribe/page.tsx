import type { Metadata } from 'next'
import { readCategories } from '../../lib/categories.ts'
import { type Feed, feedsOf, feedUrl } from '../../lib/feeds.ts'

export const metadata: Metadata = {
  title: 'Subscribe',
  description: 'Get the events of Boulder, or of one category, into your own calendar.',
  alternates: {
    canonical: '/subscribe',
    types: { 'text/calendar': feedUrl('ics', ''), 'application/rss+xml': feedUrl('rss', '') },
  },
}

export default async function SubscribePage() {
  const feeds = feedsOf(await readCategories())
  return (
    <div className="subscribe-page">
      <h1>Subscribe</h1>
      <p className="lead">
        With a subscription the events are in your own calendar, and changes follow: in Apple Calendar when it
        looks for them, in Outlook after some hours, in Google Calendar within a day.
      </p>
      <ul className="feeds">
        {feeds.map((feed) => (
          <li
            key={feed.slug}
            id={feed.slug || 'all'}
            className={`feed colour-${feed.top}${feed.depth > 0 ? ' is-below' : ''}`}
          >
            <h2>{feed.name}</h2>
            <Programs feed={feed} />
          </li>
        ))}
      </ul>
      <p>
        New events as news: <a href={feedUrl('rss', '')}>RSS</a>.
      </p>
    </div>
  )
}

function Programs({ feed: { name, links } }: { feed: Feed }) {
  const programs = [
    ['Calendar app', links.webcal],
    ['Google Calendar', links.google],
    ['Outlook.com', links.outlook],
    ['Microsoft 365', links.office365],
    ['Address', links.url],
  ] as const
  return (
    <ul className="feed-links">
      {programs.map(([program, href]) => (
        <li key={program}>
          <a href={href} rel="noreferrer" aria-label={`${program}: ${name}`}>
            {program}
          </a>
        </li>
      ))}
    </ul>
  )
}
