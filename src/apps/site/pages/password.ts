import type { SiteEvent } from '../calendar.ts'
import { html } from '../html.ts'
import { plain } from '../plain.ts'
import type { Page, Scene } from '../scene.ts'

/*
 * An event behind a password: what lists show of it, and the form.
 */

interface PasswordAbout {
  readonly slug: string
  /** As lists show it. `undefined` for events that lists do not show. */
  readonly event: SiteEvent | undefined
  readonly status: 200 | 403 | 429
}

export function passwordPage(scene: Scene, { slug, event, status }: PasswordAbout): Page {
  const { say, words, me } = scene
  const title = event === undefined ? say('Behind a password') : plain(event.title)
  const problem =
    status === 403
      ? say('That password is not right.')
      : status === 429
        ? say('Too many attempts. Please wait a while.')
        : undefined
  const day = event?.start_date.slice(0, 10)
  const body = html`<p class="kalends-back"><a href="${scene.path({ is: 'events', view: { is: 'list' } })}">${words.back} ${say("What's on")}</a></p>
<article class="kalends-event">${day ? html`<div class="kalends-rail" aria-hidden="true"><span class="kalends-number">${Number(day.slice(8))}</span> <span class="kalends-weekday">${words.day(day, { weekday: 'long' })}</span> <span class="kalends-month-name">${words.day(day, { month: 'long' })}</span></div>` : html`<div class="kalends-rail"></div>`}
<header class="kalends-head"><h1>${title}</h1>${event && html`<p class="kalends-when">${words.when(event, me.timezone)}</p><p class="kalends-place"><span class="kalends-badge kalends-plain">${say('Behind a password')}</span></p>`}
<form class="kalends-search" method="post" action="${scene.path({ is: 'event', slug })}"><label for="kalends-password">${say('Password')}</label><div><input id="kalends-password" type="password" name="password" autocomplete="off" required maxlength="500"${problem && html` aria-invalid="true" aria-describedby="kalends-password-problem"`}><button class="kalends-button" type="submit">${say('Show event')}</button></div>${problem && html`<p class="kalends-problem" id="kalends-password-problem" role="alert">${problem}</p>`}</form></header></article>`
  return {
    kind: 'password',
    status,
    title,
    body,
    isHidden: true,
    ...(status === 200 ? {} : { isSecret: true }),
  }
}
