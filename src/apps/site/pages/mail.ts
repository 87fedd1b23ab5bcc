import { addDays } from '../days.ts'
import type { Asked } from '../filters.ts'
import { type Content, type Html, html } from '../html.ts'
import type { Made } from '../page-cache.ts'
import { cut, plain } from '../plain.ts'
import { policyOf } from '../policy.ts'
import { madeOf } from '../respond.ts'
import type { Scene } from '../scene.ts'
import { eventsWithin, select } from '../select.ts'
import { dirOf } from '../texts.ts'
import { byDay, type Listed, listed, placeOf, stateOf } from './rows.ts'

/*
 * The list for a newsletter: tables and styles in the elements, because programs for mail know no others.
 */

const DAYS = 7
const MOST_DAYS = 92
/** Bytes, with room for the end. Some programs cut a mail after 102 kB. */
const LARGEST = 96_000

interface Issue {
  readonly first: string
  readonly last: string
  readonly events: readonly Listed[]
  readonly count: number
  readonly isWrong: boolean
  readonly all: string
}

async function readIssue(scene: Scene, { filters, problems }: Asked, query: URLSearchParams): Promise<Issue> {
  const written = query.get('days')
  const isWrong = written !== null && !/^[1-9]\d{0,2}$/.test(written)
  const days = written === null || isWrong ? DAYS : Math.min(Number(written), MOST_DAYS)
  const first = filters.from || scene.today
  const last = filters.to || (addDays(first, days - 1) ?? first)
  const selection = await select(scene, filters)
  const { events } = await eventsWithin(scene, selection, first, last)
  const shown = listed(scene, events)
  return {
    ...{ first, last, events: shown, count: shown.length },
    isWrong: isWrong || Object.keys(problems).length > 0,
    all: scene.url(
      { is: 'events', view: { is: 'list' } },
      { ...filters, from: '', to: '', page: 1, past: false },
    ),
  }
}

const absolute = (scene: Scene, url: string): string => new URL(url, `${scene.calendar.base}/`).href

const titleOf = ({ words }: Scene, { first, last }: Issue): string =>
  first === last
    ? words.fullDate(first)
    : words.say('# to #', words.date(first, last.slice(0, 4)), words.date(last, first.slice(0, 4)))

function lineOf(scene: Scene, { event, times }: Listed): string {
  const { words, say } = scene
  if (times.isAllDay) return say('All day')
  if (!times.hasEnd) return words.time(times.start.time)
  if (times.start.day === times.end.day || times.isNight)
    return words.timeRange(times.start.time, times.end.time)
  return event.end_date === '' ? '' : say('from #', words.time(times.start.time))
}

function untilOf({ words, say }: Scene, { times }: Listed): string {
  if (times.isNight) return say('ends #', words.day(times.end.day, { weekday: 'short' }))
  return times.end.day > times.start.day ? say('until #', words.shortDate(times.end.day)) : ''
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

export async function mailOf(scene: Scene, asked: Asked, query: URLSearchParams): Promise<Made> {
  const issue = await readIssue(scene, asked, query)
  const { words, say, settings, name, me } = scene
  const accent = settings.accent ?? '#0b6170'
  const title = titleOf(scene, issue)
  const start = dirOf(words.locale) === 'rtl' ? 'right' : 'left'
  const top = issue.events.find(({ event }) => event.featured === true && event.image)
  let length = 0
  const isFitting = (part: Html): boolean => {
    length += new TextEncoder().encode(part.text).length
    return length < LARGEST
  }
  const days = byDay(issue.events, issue.first).flatMap(([day, rows]) => {
    const heading = html`<tr><td colspan="2" style="padding:28px 0 8px;border-bottom:1px solid #151b1d;${FONT};font-size:14px;color:#535e63"><h2 style="margin:0;font-size:14px;font-weight:400"><span style="font-size:22px;font-weight:600;color:#151b1d">${Number(day.slice(8))}</span>&nbsp; <strong style="color:#151b1d">${words.day(day, { weekday: 'long' })}</strong> ${words.day(day, { month: 'long' })}</h2></td></tr>\n`
    const parts = [heading, ...rows.map((one) => mailRow(scene, one))]
    return parts.filter(isFitting)
  })
  const body = html`<!DOCTYPE html>
<html lang="${words.locale}" dir="${dirOf(words.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light"><title>${name}: ${title}</title></head>
<body style="margin:0;padding:0;background-color:#ffffff">
<div role="main"><table role="presentation" style="width:100%;table-layout:fixed;border-collapse:collapse"><tr><td style="padding:0;text-align:center">
<table role="presentation" style="width:600px;max-width:100%;margin:0 auto;table-layout:fixed;border-collapse:collapse"><tr><td style="padding:32px;text-align:${start};${FONT};font-size:16px;line-height:24px;color:#151b1d;word-break:break-word">
<p style="margin:0;font-size:14px;color:#535e63">${name}</p>
<h1 style="margin:4px 0;font-size:32px;line-height:36px;font-weight:600">${title}</h1>
<p style="margin:0 0 20px;color:#535e63">${words.count(issue.count)}</p>
${top && featured(scene, top)}
<table role="presentation" style="width:100%;border-collapse:collapse">
${days}</table>
<table role="presentation" style="margin-top:28px;border-collapse:collapse"><tr><td style="padding:12px 20px;background-color:${accent};border-radius:8px"><a href="${issue.all}" style="${FONT};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${say('See all events')}</a></td></tr></table>
<p style="margin:28px 0 0;font-size:13px;color:#535e63">${settings.footer ?? say('Times are in #.', words.zoneName(me.timezone))} <a href="${scene.feedBase}.ics" style="color:${accent}">${say('Subscribe in your calendar')}</a>${me.features.suggestions && html` · <a href="${scene.url({ is: 'suggest' })}" style="color:${accent}">${say('Suggest an event')}</a>`}</p>
</td></tr></table>
</td></tr></table></div>
</body>
</html>
`
  return madeOf(
    body.text,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(settings, 'mail', body.text, scene.calendar.base),
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-robots-tag': 'noindex',
    },
    issue.isWrong ? 400 : 200,
  )
}

function mailRow(scene: Scene, one: Listed): Html {
  const { event } = one
  const state = stateOf(scene, event)
  const below = untilOf(scene, one)
  const isOff = event.event_status === 'canceled'
  const facts: Content[] = [placeOf(scene, event), cut(plain(event.cost), 60)].filter(Boolean)
  const tone = state?.tone === 'bad' ? '#a3181c' : state?.tone === 'warn' ? '#7a4700' : '#151b1d'
  return html`<tr><td style="width:120px;vertical-align:top;padding:14px 12px 14px 0;border-bottom:1px solid #dce1e3;${FONT};font-size:15px;line-height:22px">${lineOf(scene, one)}${below && html`<br><span style="font-size:13px;color:#535e63">${below}</span>`}</td><td style="vertical-align:top;padding:14px 0;border-bottom:1px solid #dce1e3;${FONT}"><a href="${absolute(scene, event.url)}" style="font-size:17px;line-height:22px;font-weight:600;color:${isOff ? '#535e63' : '#151b1d'};text-decoration:${isOff ? 'line-through' : 'none'}">${cut(plain(event.title), 200)}</a><br><span style="font-size:14px;line-height:20px;color:#535e63">${state && html`<strong style="color:${tone}">${state.word}</strong>${facts.length > 0 && ' · '}`}${facts.map((fact, at) => html`${at > 0 && ' · '}${fact}`)}</span></td></tr>\n`
}

function featured(scene: Scene, { event, times }: Listed): Content {
  const { words, me } = scene
  const url = event.image?.url
  if (!url || !/^https?:\/\//i.test(url)) return undefined
  const when = words.when(event, me.timezone)
  return html`<a href="${absolute(scene, event.url)}" style="color:#151b1d;text-decoration:none"><img src="${url}" width="536" alt="${event.image?.alt || plain(event.title)}" style="display:block;width:100%;max-width:536px;height:auto;border-radius:8px"></a>
<p style="margin:14px 0 0;font-size:18px;line-height:24px;font-weight:600"><a href="${absolute(scene, event.url)}" style="color:#151b1d;text-decoration:none">${plain(event.title)}</a></p>
<p style="margin:2px 0 0;font-size:14px;color:#535e63">${[when, placeOf(scene, event)].filter(Boolean).join(' · ') || times.start.day}</p>
`
}

/** The same in plain text. */
export async function mailTextOf(scene: Scene, asked: Asked, query: URLSearchParams): Promise<Made> {
  const issue = await readIssue(scene, asked, query)
  const { words } = scene
  const parts = [`${scene.name}\n${titleOf(scene, issue)}\n${words.count(issue.count)}\n`]
  let length = 0
  for (const [day, rows] of byDay(issue.events, issue.first)) {
    parts.push(`\n${words.date(day, scene.today.slice(0, 4)).toUpperCase()}\n`)
    for (const one of rows) {
      const { event } = one
      const state = stateOf(scene, event)
      const facts = [placeOf(scene, event), plain(event.cost)].filter(Boolean).join(' · ')
      const line = `\n${[lineOf(scene, one), untilOf(scene, one)].filter(Boolean).join(', ')}  ${state ? `[${state.word}] ` : ''}${plain(event.title)}\n${facts && `${facts}\n`}${absolute(scene, event.url)}\n`
      length += new TextEncoder().encode(line).length
      if (length < LARGEST) parts.push(line)
    }
  }
  parts.push(`\n${scene.say('See all events')}: ${issue.all}\n`)
  return madeOf(
    parts.join(''),
    {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-robots-tag': 'noindex',
    },
    issue.isWrong ? 400 : 200,
  )
}
