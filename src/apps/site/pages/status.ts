import type { SiteEvent } from '../calendar.ts'
import { type Html, html } from '../html.ts'
import type { Page, Scene } from '../scene.ts'
import type { Text } from '../texts.ts'
import { dayList, listed } from './rows.ts'

/*
 * Pages for what is not there. The same bytes for each reason, so that nobody learns what there is and may not be seen.
 */

const TEXTS = {
  404: [
    'There is no page at this address',
    'It may have been moved, or the address has a typing error. Search for the event, or see what is on next.',
  ],
  410: [
    'This page was taken down',
    'What it showed is no longer in the calendar. Search for an event, or see what is on next.',
  ],
  414: ['The address is too long', 'Take away some filters.'],
} as const satisfies Readonly<Record<number, readonly [Text, Text]>>

export async function statusPage(scene: Scene, status: keyof typeof TEXTS): Promise<Page> {
  const { say, today } = scene
  const [heading, lead] = TEXTS[status]
  const found = await scene.calendar.page({ strict_dates: true, ends_after: scene.nowText }, 1, 3)
  const events: readonly SiteEvent[] = found?.events ?? []
  const list = { is: 'events', view: { is: 'list' } } as const
  const body = html`<article class="kalends-event kalends-status"><p class="kalends-rail kalends-number">${status}</p>
<header class="kalends-head"><h1>${say(heading)}</h1><p class="kalends-lead">${say(lead)}</p>
<form class="kalends-search" role="search" action="${scene.path(list)}" method="get"><label for="kalends-search">${say('Search all events')}</label><div><input id="kalends-search" type="search" name="search" maxlength="200"><button class="kalends-button" type="submit">${say('Search')}</button></div></form></header></article>
${events.length > 0 && dayList(scene, listed(scene, events), { from: today })}
<nav class="kalends-pager kalends-links" aria-label="${say('Pages')}"><a href="${scene.path(list)}">${say('All events')}</a><a href="${scene.path({ is: 'events', view: { is: 'month' } })}">${say('This month')}</a></nav>`
  return { kind: 'status', status, title: say(heading), body, isHidden: true }
}

/** What is said instead of a page that cannot be made just now. */
const OUTAGES = {
  400: ['The address is not right', 'Please check it.'],
  503: ['The calendar cannot be read just now', 'Please try again in a moment.'],
} as const satisfies Readonly<Record<number, readonly [Text, Text]>>

const outageTexts = (status: number) => OUTAGES[status === 400 || status === 414 ? 400 : 503]

/** Asks the calendar nothing. */
export function outagePage({ say }: Scene, status: number): Page {
  const [heading, text] = outageTexts(status)
  const body = html`<article class="kalends-event kalends-status"><p class="kalends-rail kalends-number">${status}</p>
<header class="kalends-head"><h1>${say(heading)}</h1><p class="kalends-lead">${say(text)}</p></header></article>`
  return { kind: 'status', status, title: say(heading), body, isHidden: true, isSecret: true }
}

/** Where not even the options of the calendar are known. */
export function plainOutage(status: number): Html {
  const [heading, text] = outageTexts(status)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
</head>
<body>
<main><h1>${heading}</h1><p>${text}</p></main>
</body>
</html>
`
}
