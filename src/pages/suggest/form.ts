import { button, element } from '../embed/dom.ts'
import { plainText } from '../embed/plain-text.ts'
import { checkOf, type Field, fieldOf } from './fields.ts'
import { htmlOf, textOf } from './plain-html.ts'
import type { Texts } from './texts.ts'
import { lastDay, webAddress } from './typed.ts'

/* The form: its fields, what they hold as the interface reads it, and what is wrong with them. */

export interface Category {
  readonly id: number
  readonly name: string
}

export interface Known {
  readonly title: string
  readonly description: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly venue: string
  readonly organizer: readonly string[]
  readonly website: string
  readonly cost: string
  readonly categories: readonly Category[]
  readonly contact: { readonly name: string; readonly email: string; readonly message: string }
}

export interface FormFacts {
  readonly texts: Texts
  readonly categories: readonly Category[]
  readonly privacy: string | undefined
  /** A suggestion that is changed. */
  readonly known?: Known | undefined
  readonly send: (body: object) => Promise<Readonly<Record<string, string>> | undefined>
  readonly withdraw?: (() => Promise<void>) | undefined
}

/** Where the faults of the interface belong. */
const PLACES: Readonly<Record<string, string>> = { start_date: 'start', end_date: 'end' }

export function suggestForm(facts: FormFacts): HTMLFormElement {
  const { texts, categories, known, privacy } = facts
  const make = (name: string, label: string, about = {}) => fieldOf(name, label, texts, about)
  const needed = { isNeeded: true }
  const title = make('title', texts.title, needed)
  const start = make('start', texts.startDate, { ...needed, type: 'date' })
  const startTime = make('start-time', texts.startTime, { type: 'time' })
  const end = make('end', texts.endDate, { type: 'date' })
  const endTime = make('end-time', texts.endTime, { type: 'time' })
  const allDay = checkOf({ name: 'all-day' }, texts.allDay)
  const venue = make('venue', texts.venue)
  const organizer = make('organizer', texts.organizer)
  const description = make('description', texts.description, { isLong: true })
  const website = make('website', texts.website, { type: 'url' })
  const cost = make('cost', texts.cost)
  const name = make('name', texts.name, { autocomplete: 'name' })
  const email = make('email', texts.email, { ...needed, type: 'email', autocomplete: 'email' })
  const message = make('message', texts.message, { isLong: true })
  const fields = [title, start, startTime, end, endTime, venue, organizer, description, website, cost]
  const all: readonly Field[] = [...fields, name, email, message]
  const boxes = categories.map(({ id, name }) => ({
    id,
    ...checkOf({ name: 'category', value: String(id) }, plainText(name)),
  }))
  const trap = make('website_confirm', texts.empty)
  trap.input.tabIndex = -1
  const shown = new Map<Field, string>()
  if (known !== undefined) fill(known)

  const submit = element('button', { type: 'submit', class: 'primary' }, known ? texts.save : texts.send)
  const buttons = element('div', { class: 'buttons' }, submit)
  const form = element(
    'form',
    { novalidate: '' },
    title.box,
    element('div', { class: 'row' }, start.box, startTime.box),
    element('div', { class: 'row' }, end.box, endTime.box),
    allDay.box,
    venue.box,
    organizer.box,
    description.box,
    element('div', { class: 'row' }, website.box, cost.box),
  )
  if (boxes.length > 0) {
    const list = element('div', { class: 'row' }, ...boxes.map(({ box }) => box))
    form.append(element('fieldset', {}, element('legend', {}, texts.categories), list))
  }
  const you = element('fieldset', {}, element('legend', {}, texts.you))
  you.append(element('p', { class: 'help' }, texts.onlyEditors), name.box, email.box, message.box)
  const link = privacy !== undefined && /^https?:/i.test(privacy) ? privacy : undefined
  if (link !== undefined)
    you.append(
      element(
        'p',
        { class: 'privacy' },
        element('a', { href: link, target: '_blank', rel: 'noopener' }, texts.privacy),
      ),
    )
  // What is wrong with a field that the form does not mark.
  const rest = element('p', { class: 'fault', hidden: '' })
  form.append(you, element('div', { class: 'trap', 'aria-hidden': 'true' }, trap.box), rest, buttons)
  if (facts.withdraw !== undefined) buttons.append(withdrawal(facts.withdraw))

  allDay.input.addEventListener('change', showTimes)
  showTimes()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void trySending()
  })
  return form

  function showTimes(): void {
    startTime.box.hidden = allDay.input.checked
    endTime.box.hidden = allDay.input.checked
  }

  function fill(from: Known): void {
    title.input.value = plainText(from.title)
    start.input.value = from.start_date.slice(0, 10)
    startTime.input.value = from.start_date.slice(11, 16)
    endTime.input.value = from.end_date.slice(11, 16)
    allDay.input.checked = from.all_day
    // As its sender may have left it: then the end moves with the start.
    const last = from.end_date.slice(0, 10)
    end.input.value = last === lastDayNow() ? '' : last
    venue.input.value = plainText(from.venue)
    organizer.input.value = from.organizer.map(plainText).join(', ')
    description.input.value = textOf(from.description)
    website.input.value = from.website
    cost.input.value = plainText(from.cost)
    name.input.value = from.contact.name
    email.input.value = from.contact.email
    email.input.readOnly = true
    message.input.value = from.contact.message
    for (const box of boxes) box.input.checked = from.categories.some(({ id }) => id === box.id)
    for (const field of all) shown.set(field, field.input.value)
  }

  /** The last day if none is given. */
  function lastDayNow(): string {
    return lastDay(start.input.value, startTime.input.value, allDay.input.checked ? '' : endTime.input.value)
  }

  /** What was not touched is not sent: it may hold more than the form shows. */
  function bodyOf(): object {
    const isWhole = allDay.input.checked
    const at = (day: string, time: Field, otherwise: string) =>
      isWhole ? day : `${day} ${time.input.value || otherwise}`
    const escaped = (text: string) => htmlOf(text).replace(/^<p>|<\/p>$/g, '')
    const isTouched = (field: Field) => shown.get(field) !== field.input.value
    const last = end.input.value || lastDayNow()
    const values: [Field, string, unknown][] = [
      [title, 'title', escaped(title.input.value)],
      [venue, 'venue', escaped(venue.input.value)],
      [organizer, 'organizer', escaped(organizer.input.value)],
      [description, 'description', htmlOf(description.input.value)],
      [website, 'website', webAddress(website.input.value)],
      [cost, 'cost', cost.input.value.trim()],
    ]
    return {
      ...Object.fromEntries(
        values.flatMap(([field, key, value]) => (isTouched(field) ? [[key, value]] : [])),
      ),
      start_date: at(start.input.value, startTime, '00:00'),
      end_date: at(last, endTime, startTime.input.value || '23:59'),
      all_day: isWhole,
      ...(boxes.length > 0
        ? { categories: boxes.filter(({ input }) => input.checked).map(({ id }) => id) }
        : {}),
      contact: { name: name.input.value, email: email.input.value.trim(), message: message.input.value },
      ...(known === undefined ? { website_confirm: trap.input.value } : {}),
    }
  }

  async function trySending(): Promise<void> {
    for (const field of all) field.say('')
    rest.hidden = true
    const missing = [title, start, email].filter(({ input }) => input.value.trim() === '')
    if (missing.length > 0) {
      for (const field of missing) field.say(texts.missing)
      missing[0]?.input.focus()
      return
    }
    submit.disabled = true
    const faults = await facts.send(bodyOf())
    submit.disabled = false
    if (faults === undefined) return
    const wrong: Field[] = []
    for (const [key, fault] of Object.entries(faults)) {
      const field = all.find((one) => one.name === (PLACES[key] ?? key))
      if (field === undefined) {
        rest.textContent = key === 'categories' ? `${texts.categories}: ${fault}` : fault
        rest.hidden = false
      } else {
        field.say(fault)
        wrong.push(field)
      }
    }
    wrong[0]?.input.focus()
  }

  /** Asks once more, on the same button. */
  function withdrawal(work: () => Promise<void>): HTMLButtonElement {
    let isAsked = false
    const made = button({}, texts.withdraw, () => {
      if (isAsked) void work()
      isAsked = true
      made.textContent = texts.withdrawSure
    })
    return made
  }
}
