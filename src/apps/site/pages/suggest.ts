import { isClientError } from 'kalends/client'
import { addDays, isDay } from '../days.ts'
import { type Content, type Html, html } from '../html.ts'
import { Moved, type Page, type Scene } from '../scene.ts'
import type { Text } from '../texts.ts'
import { statusPage } from './status.ts'

/*
 * The form with which the public suggests an event, and the page that thanks for it.
 */

interface Field {
  readonly name: string
  readonly label: Text
  readonly type: 'text' | 'date' | 'time' | 'email' | 'url' | 'area'
  readonly isNeeded?: boolean
  readonly complete?: string
}

const FIELDS: readonly Field[] = [
  { name: 'title', label: 'Title', type: 'text', isNeeded: true },
  { name: 'start_date', label: 'Start date', type: 'date', isNeeded: true },
  { name: 'start_time', label: 'Start time', type: 'time' },
  { name: 'end_date', label: 'End date', type: 'date' },
  { name: 'end_time', label: 'End time', type: 'time' },
  { name: 'venue', label: 'Place', type: 'text' },
  { name: 'description', label: 'Description', type: 'area' },
  { name: 'cost', label: 'Cost', type: 'text' },
  { name: 'website', label: 'Website', type: 'url' },
  { name: 'email', label: 'Your e-mail address', type: 'email', isNeeded: true, complete: 'email' },
  { name: 'name', label: 'Your name', type: 'text', complete: 'name' },
  { name: 'message', label: 'A message for the editors', type: 'area' },
]

const CONTACT = ['email', 'name', 'message']
const LONGEST = 20_000

/** `form`: what was sent. */
export async function readSuggest(scene: Scene, form: URLSearchParams | undefined): Promise<Page | Moved> {
  if (!scene.me.features.suggestions) return statusPage(scene, 404)
  return form === undefined ? formPage(scene, new URLSearchParams(), {}, 200) : send(scene, form)
}

type Wrong = Readonly<Record<string, Text>>

async function send(scene: Scene, form: URLSearchParams): Promise<Page | Moved> {
  const value = (name: string) => (form.get(name) ?? '').trim().slice(0, LONGEST)
  const missing = FIELDS.filter(({ name, isNeeded }) => isNeeded && value(name) === '')
  if (missing.length > 0)
    return formPage(scene, form, Object.fromEntries(missing.map(({ name }) => [name, 'Please fill in'])), 400)
  const body = {
    ...{ title: value('title'), ...when(value) },
    ...filled({ venue: value('venue'), cost: value('cost'), website: webAddress(value('website')) }),
    ...filled({ description: paragraphs(value('description')), website_confirm: value('website_confirm') }),
    contact: { email: value('email'), ...filled({ name: value('name'), message: value('message') }) },
  }
  try {
    const { id, edit, secret } = await scene.calendar.client.suggestions.create(body)
    const isOurs = edit.startsWith(`${scene.feedBase.replace(/\/events$/, '')}/suggestions/`)
    const to = `${scene.path({ is: 'suggest' })}?sent=${id}&secret=${encodeURIComponent(secret)}`
    return new Moved(isOurs ? to : edit, 303)
  } catch (error) {
    if (!isClientError(error)) throw error
    if (error.status === 400) return formPage(scene, form, wrongIn(error.params), 400)
    if (error.status === 413) return formPage(scene, form, { description: 'Too long' }, 400)
    if ([401, 403, 429].includes(error.status))
      return formPage(scene, form, {}, error.status === 401 ? 403 : error.status)
    throw error
  }
}

const filled = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** Without times, it is all day. Without an end date, 22:00 to 02:00 ends on the next day. */
function when(value: (name: string) => string) {
  const [day, from, to] = [value('start_date'), value('start_time'), value('end_time')]
  const isNight = from !== '' && to !== '' && to < from && isDay(day)
  const last = value('end_date') || ((isNight ? addDays(day, 1) : undefined) ?? day)
  if (from === '' && to === '') return { start_date: day, end_date: last, all_day: true }
  return { start_date: `${day} ${from || '00:00'}`, end_date: `${last} ${to || from}` }
}

/** People leave `https://` out. `none` is no address. */
const webAddress = (text: string): string =>
  /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(text)
    ? `https://${text}`
    : text

/** What is typed is text, so it is escaped, and empty lines make paragraphs. */
const paragraphs = (text: string): string =>
  text === ''
    ? ''
    : text
        .split(/\r?\n\s*\r?\n/)
        .map(
          (part) =>
            html`<p>${part
              .trim()
              .split(/\r?\n/)
              .map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`.text,
        )
        .join('\n')

/** The messages of the API are English; these are in the language of the page. */
const MESSAGES: readonly (readonly [RegExp, Text])[] = [
  [/must not be (?:blank|empty)|is missing/, 'Please fill in'],
  [/at most \d+ /, 'Too long'],
  [/is before the start$/, 'The end is before the start'],
  [/must not be over$/, 'This is over already'],
]

/** What is said of a field where the message says nothing else. */
const OF_FIELD: Readonly<Record<string, Text>> = {
  email: 'Not an e-mail address',
  website: 'A web address begins with https://',
  start_date: 'Not a date',
  end_date: 'Not a date',
}

function wrongIn(params: unknown): Wrong {
  if (Array.isArray(params))
    return Object.fromEntries(params.map((name) => [fieldOf(name), 'Please fill in']))
  const wrong: Record<string, Text> = {}
  for (const [name, reason] of Object.entries(params ?? {})) {
    // Of a contact, one message names all that is wrong.
    for (const part of name === 'contact' ? String(reason).split('; ') : [String(reason)]) {
      const field = fieldOf(name, part)
      const found = MESSAGES.find(([pattern]) => pattern.test(part))
      wrong[field] ??= found?.[1] ?? OF_FIELD[field] ?? 'Not accepted'
    }
  }
  return wrong
}

const fieldOf = (name: string, message = ''): string =>
  name === 'contact' ? (CONTACT.find((one) => message.startsWith(`${one} `)) ?? 'email') : name

function formPage(scene: Scene, form: URLSearchParams, wrong: Wrong, status: number): Page {
  const { say } = scene
  const isWrong = status !== 200
  const title = say('Suggest an event')
  const shown = FIELDS.map((field) => input(scene, field, form.get(field.name) ?? '', wrong[field.name]))
  const message =
    status === 403 || status === 429
      ? say('The suggestion was not taken. Please try again later.')
      : say('Please check the marked fields.')
  const body = html`<h1>${title}</h1>
<p class="kalends-lead">${say('Editors read each suggestion before it is published. Only they see your address.')}</p>
${isWrong && html`<p class="kalends-problem" role="alert">${message}</p>`}
<form class="kalends-form" method="post" action="${scene.path({ is: 'suggest' })}">${shown}<div class="kalends-trap" aria-hidden="true"><label for="kalends-s-website_confirm">${say('Leave this empty')}</label><input id="kalends-s-website_confirm" name="website_confirm" tabindex="-1" autocomplete="off"></div><p><button class="kalends-button" type="submit">${say('Send suggestion')}</button></p></form>`
  return {
    ...{ kind: 'suggest', status, title, body, isSecret: isWrong },
    ...(isWrong ? { isHidden: true } : { canonical: scene.url({ is: 'suggest' }), description: title }),
  }
}

function input({ say }: Scene, field: Field, value: string, problem: Text | undefined): Html {
  const { name, label, type, isNeeded, complete } = field
  const id = `kalends-s-${name}`
  const shared: Content = html` id="${id}" name="${name}"${isNeeded && html` required`}${complete && html` autocomplete="${complete}"`}${problem && html` aria-invalid="true" aria-describedby="${id}-problem"`}`
  const control =
    type === 'area'
      ? html`<textarea${shared} rows="5" maxlength="5000">
${value}</textarea>`
      : type === 'url'
        ? // Browsers would refuse an address without `https://`.
          html`<input type="text" inputmode="url"${shared} value="${value}">`
        : html`<input type="${type}"${shared} value="${value}">`
  return html`<div class="kalends-field"><label for="${id}">${say(label)}${!isNeeded && html` <span class="kalends-month-name">${say('(optional)')}</span>`}</label>${control}${problem && html`<p class="kalends-problem" id="${id}-problem">${say(problem)}</p>`}</div>`
}

/** `undefined`: the address names no suggestion. The link is made here, so that nobody can put another one into it. */
export function thanksPage(scene: Scene, query: URLSearchParams): Page | undefined {
  const { say } = scene
  const [id, secret] = [query.get('sent') ?? '', query.get('secret') ?? '']
  if (!scene.me.features.suggestions || !/^[1-9]\d{0,15}$/.test(id) || !/^[\w-]{22,86}$/.test(secret))
    return undefined
  const link = `${scene.feedBase.replace(/\/events$/, '')}/suggestions/${id}/edit#${secret}`
  const title = say('Thank you. Your suggestion has arrived.')
  const body = html`<h1>${title}</h1>
<p class="kalends-lead">${say('The editors read it before it is published. Keep this link, with which you can change or withdraw it:')}</p>
<p><a class="kalends-button" href="${link}">${say('Change the suggestion')}</a></p>
<p><a href="${scene.path({ is: 'events', view: { is: 'list' } })}">${say('See all events')}</a></p>`
  return {
    kind: 'suggest',
    title,
    body,
    isHidden: true,
    isSecret: true,
    headers: { 'referrer-policy': 'no-referrer' },
  }
}
