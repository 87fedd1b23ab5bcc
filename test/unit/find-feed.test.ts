import { describe, expect, test } from 'vitest'
import { findFeed } from '../../src/formats/find-feed.ts'

const BASE = 'https://town.example/whats-on/'
const head = (inside: string) =>
  `<!doctype html><html><head><title>Town</title>${inside}</head><body><p>Hi</p></body></html>`

describe('the calendar behind a page', () => {
  test.each([
    [
      'a feed',
      head('<link rel="alternate" type="text/calendar" href="/feed.ics">'),
      'ics',
      'https://town.example/feed.ics',
    ],
    [
      'of several the first, whatever is around it',
      head(`<style>a{}</style><script>"<link rel='alternate' type='text/calendar' href='/script.ics'>"</script>
        <link rel="stylesheet" href="x.css"><link rel="alternate" type="application/rss+xml" href="/rss">
        <LINK REL='Alternate' TYPE='Text/Calendar; charset=utf-8' HREF='a.ics?x=1&amp;y=2'>
        <link rel="alternate" type="text/calendar" href="b.ics">`),
      'ics',
      'https://town.example/whats-on/a.ics?x=1&y=2',
    ],
    [
      'by the address that the page names for its links',
      head('<base href="https://static.example/x/"><link rel=alternate type=text/calendar href=y.ics>'),
      'ics',
      'https://static.example/x/y.ics',
    ],
    [
      'The Events Calendar: its interface, before its feed of one page',
      head(`<link rel="alternate" type="text/calendar" title="Town &raquo; iCal Feed" href="https://town.example/events/?ical=1" />
        <meta name="tec-api-version" content="v1"><meta name="tec-api-origin" content="https://town.example">
        <link rel="alternate" href="https://town.example/wp-json/tribe/events/v1/" />`),
      'site',
      'https://town.example/wp-json/tribe/events/v1/',
    ],
    [
      'the list of a category',
      head(
        '<link rel="alternate" href="https://town.example/wp-json/tribe/events/v1/events/?categories=music" />',
      ),
      'site',
      'https://town.example/wp-json/tribe/events/v1/events/?categories=music',
    ],
    [
      'the same without pretty links',
      head('<link rel="alternate" href="https://town.example/?rest_route=/tribe/events/v1/" />'),
      'site',
      'https://town.example/?rest_route=/tribe/events/v1/',
    ],
    [
      'a button to subscribe',
      '<a href="webcal://town.example/events?x">Subscribe</a>',
      'ics',
      'https://town.example/events?x',
    ],
    [
      'a link to a file',
      '<p><a href="../export/all.ICS">iCal</a>',
      'ics',
      'https://town.example/export/all.ICS',
    ],
    [
      'a link of The Events Calendar',
      '<a href="/events/month/?ical=1">Export</a>',
      'ics',
      'https://town.example/events/month/?ical=1',
    ],
    [
      'without the password that a page gives',
      '<a href="https://me:word@town.example/a.ics#x">Export</a>',
      'ics',
      'https://town.example/a.ics',
    ],
  ])('%s', (_name, html, format, url) => {
    expect(findFeed(html, BASE)).toEqual({ url, format })
  })

  test.each([
    ['nothing', ''],
    ['a page without one', head('<link rel="alternate" type="application/rss+xml" href="/rss">')],
    [
      'an address that is not of the web',
      head('<link rel="alternate" type="text/calendar" href="file:///etc/passwd">'),
    ],
    ['a script as an address', '<a href="javascript:x.ics">x</a>'],
    ['a comment', head('<!-- <link rel="alternate" type="text/calendar" href="/feed.ics"> -->')],
    [
      'an interface that is not said to be the same content',
      head('<link rel="x" href="/wp-json/tribe/events/v1/">'),
    ],
    [
      'an address without an end',
      head(`<link rel="alternate" type="text/calendar" href="/${'x'.repeat(3000)}">`),
    ],
  ])('none: %s', (_name, html) => {
    expect(findFeed(html, BASE)).toBeUndefined()
  })

  test('a page of a million links, or of tags without an end, is read in one pass', () => {
    const hostile = [
      '<a href=x>'.repeat(300_000),
      '<link '.repeat(500_000),
      '<head'.repeat(500_000),
      '<a href="'.repeat(300_000),
    ]
    for (const html of hostile) expect(findFeed(html, BASE)).toBeUndefined()
  })
})
