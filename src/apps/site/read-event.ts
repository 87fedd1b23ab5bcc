import { isClientError } from 'kalends/client'
import type { EventQuery, SiteEvent } from './calendar.ts'
import { addDays } from './days.ts'
import { isMissing, readMoved } from './moved-page.ts'
import { type EventAbout, eventPage } from './pages/event.ts'
import { passwordPage } from './pages/password.ts'
import { statusPage } from './pages/status.ts'
import { Moved, type Page, type Scene } from './scene.ts'
import { timesOf } from './times.ts'

/*
 * What the address of an event shows.
 */

const PLACE_EVENTS = 3
/** Dates of a series that a page shows. */
const MOST_DATES = 50

/** `password`: what somebody has typed. */
export async function readEventPage(scene: Scene, slug: string, password?: string): Promise<Page | Moved> {
  try {
    const options = password === undefined ? {} : { password }
    const event = await scene.calendar.client.events.getBySlug(slug, options)
    // The API finds `Open Day`, too.
    if (event.slug !== slug) return new Moved(scene.path({ is: 'event', slug: event.slug }))
    const page = await pageOf(scene, event)
    return password === undefined ? page : { ...page, isSecret: true, isHidden: true }
  } catch (error) {
    if (!isClientError(error)) throw error
    if (error.status === 429 && password !== undefined) return locked(scene, slug, 429)
    if (error.code === 'event-password-protected')
      return locked(scene, slug, password === undefined ? 200 : 403)
    if (isMissing(error)) return readMoved(scene, 'event', slug)
    throw error
  }
}

/** Visitors see the title and the times of an event with a password in lists. */
async function locked(scene: Scene, slug: string, status: 200 | 403 | 429): Promise<Page> {
  const { id } = await scene.calendar.insider.events.getBySlug(slug)
  const found = await scene.calendar.page({ include: [id] }, 1, 1)
  return passwordPage(scene, { slug, event: found?.events[0], status })
}

async function pageOf(scene: Scene, event: SiteEvent): Promise<Page> {
  const isSeries = event.recurrence !== undefined
  const seriesId = isSeries ? event.id : event.recurrence_id === undefined ? undefined : event.post_parent
  const { start } = timesOf(event, scene.me.timezone)
  const at = `${start.day} ${start.time}:00`
  const list = async (query: EventQuery, count: number): Promise<readonly SiteEvent[]> =>
    (await scene.calendar.page({ strict_dates: true, ...query }, 1, count))?.events ?? []
  const toCome: EventQuery = { ends_after: scene.nowText }
  const [venue] = event.venue
  const [dates, atPlace, before, after] = await Promise.all([
    seriesId ? list({ ...toCome, post_parent: seriesId }, MOST_DATES) : [],
    venue ? list({ ...toCome, venue: [venue.id] }, PLACE_EVENTS + MOST_DATES / 10) : [],
    list({ starts_before: at, order: 'desc', orderby: 'event_date' }, 3),
    list({ starts_after: at }, 3),
  ])
  const next = isSeries ? dates[0] : undefined
  const isOther = (one: SiteEvent) => one.id !== event.id && one.id !== next?.id
  const about: EventAbout = {
    event: next === undefined ? event : withDateOf(event, next),
    dates: dates.filter(isOther),
    atPlace: atPlace
      .filter((one) => isOther(one) && (seriesId === undefined || one.post_parent !== seriesId))
      .slice(0, PLACE_EVENTS),
    before: before.find((one) => isOther(one) && one.utc_start_date <= event.utc_start_date),
    after: after.find(isOther),
    canonical: event.url,
    isHidden: event.hide_from_listings === true,
  }
  return eventPage(scene, about)
}

/** A series as its next date shows it. */
const withDateOf = (series: SiteEvent, date: SiteEvent): SiteEvent => ({
  ...date,
  ...{ id: series.id, url: series.url, slug: series.slug, title: series.title },
  ...{
    description: date.description || series.description,
    ...(series.json_ld && { json_ld: series.json_ld }),
    // Without one of its own, a record names its page.
    ...(date.website === date.url && { website: series.url }),
  },
})

/** A date of a series by the slug of the series: to its own page. */
export async function readDate(
  scene: Scene,
  { slug, day, number }: { readonly slug: string; readonly day: string; readonly number: number },
): Promise<Page | Moved> {
  try {
    const series = await scene.calendar.client.events.getBySlug(slug)
    if (series.recurrence === undefined) return statusPage(scene, 404)
    const found = await scene.calendar.page(
      {
        ...{ post_parent: series.id, strict_dates: true, ends_after: `${addDays(day, -2) ?? day} 00:00:00` },
        starts_before: `${addDays(day, 2) ?? day} 23:59:59`,
      },
      1,
      MOST_DATES,
    )
    const events = found?.events ?? []
    const one =
      events.filter(({ start_date }) => start_date.startsWith(day))[number - 1] ??
      events.filter(({ recurrence_id }) => recurrence_id?.startsWith(day))[number - 1]
    return one === undefined ? statusPage(scene, 404) : new Moved(one.url)
  } catch (error) {
    if (isClientError(error) && error.status < 500) return statusPage(scene, 404)
    throw error
  }
}
