import type { SiteVenue, Term } from '../calendar.ts'
import { countOf, type FilterName, type Filters, type Problems } from '../filters.ts'
import { type Content, type Html, html } from '../html.ts'
import { plain } from '../plain.ts'
import type { Scene } from '../scene.ts'
import type { Choices } from '../shared.ts'

/*
 * The filters as a form, and in words with a link that takes each away.
 */

/** Names of what the filters mean. Slugs that nothing has are their own names. */
export interface Names {
  readonly category: ReadonlyMap<string, string>
  readonly tag: ReadonlyMap<string, string>
  readonly venue: ReadonlyMap<string, string>
  readonly organizer: ReadonlyMap<string, string>
}

export type { SiteVenue }

const isChosen = (chosen: readonly string[], { id, slug }: Pick<Term, 'id' | 'slug'>): boolean =>
  chosen.includes(slug) || chosen.includes(String(id))

interface FormOptions {
  readonly action: string
  readonly filters: Filters
  readonly problems: Problems
  readonly choices: Choices
  /** Filters that the address holds already. */
  readonly without?: readonly FilterName[]
  /** Whether it stays folded on wide screens, too. */
  readonly isFolded?: boolean
}

export function filterForm(scene: Scene, options: FormOptions): Html {
  const { say } = scene
  const { action, filters, problems, choices, without = [], isFolded } = options
  const count = countOf(filters)
  const field = (name: 'search' | 'from' | 'to', label: string, type: string): Html => {
    const problem = problems[name]
    return html`<div class="kalends-field kalends-field-${name}"><label for="kalends-${name}">${label}</label><input id="kalends-${name}" name="${name}" type="${problem ? 'text' : type}" value="${problem?.value ?? filters[name]}"${type === 'date' && !problem && html` min="0001-01-01" max="9999-12-31"`}${problem && html` aria-invalid="true" aria-describedby="kalends-${name}-problem"`}${name === 'search' && html` maxlength="200"`}>${problem && html`<p class="kalends-problem" id="kalends-${name}-problem">${say(problem.reason)}</p>`}</div>`
  }
  const flag = (name: 'free' | 'online' | 'featured', label: string): Html =>
    html`<label class="kalends-check"><input type="checkbox" name="${name}" value="1"${filters[name] && html` checked`}> ${label}</label>`
  const isWrong = Object.keys(problems).length > 0
  return html`<details class="kalends-filters${isFolded && ' kalends-folded'}"${isWrong && html` open`}><summary>${count > 0 ? say('Search and filter (#)', count) : say('Search and filter')}</summary>
<form action="${action}" method="get" role="search">${kept(filters, without, choices)}<div class="kalends-fields">${field('search', say('Search'), 'search')}${field('from', say('From'), 'date')}${field('to', say('To'), 'date')}${!without.includes('category') && choices.categories.length > 0 && categoryMenu(scene, filters, choices)}${!without.includes('venue') && choices.venues.length > 0 && venueSelect(scene, filters, choices)}<button class="kalends-button" type="submit">${say('Show events')}</button></div><div class="kalends-checks">${flag('free', say('Free'))}${flag('online', say('Online'))}${flag('featured', say('Featured'))}</div>${problems.page && html`<p class="kalends-problem">${say(problems.page.reason)}</p>`}</form></details>`
}

/** Filters without a field of their own stay when the form is sent. */
function kept(filters: Filters, without: readonly FilterName[], choices: Choices): Content {
  const hidden = (name: string, value: string) =>
    value !== '' && html`<input type="hidden" name="${name}" value="${value}">`
  const unshown = (name: 'venue' | 'category', isField: boolean) =>
    isField || without.includes(name) ? '' : filters[name].join(',')
  return [
    hidden('when', filters.past ? 'past' : ''),
    hidden('tag', filters.tag.join(',')),
    hidden('organizer', filters.organizer.join(',')),
    hidden('venue', unshown('venue', choices.venues.length > 0)),
    hidden('category', unshown('category', choices.categories.length > 0)),
  ]
}

function categoryMenu({ say }: Scene, { category }: Filters, { categories }: Choices): Html {
  const chosen = categories.filter((term) => isChosen(category, term))
  const [first] = chosen
  const shown =
    first === undefined
      ? say('All categories')
      : `${plain(first.name)}${chosen.length > 1 ? ` + ${chosen.length - 1}` : ''}`
  return html`<div class="kalends-field kalends-field-category"><details class="kalends-menu"><summary><span class="kalends-label">${say('Category')}</span><span class="kalends-value">${shown}</span></summary><fieldset><legend class="kalends-hidden">${say('Category')}</legend>${categories.map((term) => html`<label class="kalends-check"><input type="checkbox" name="category" value="${term.slug}"${isChosen(category, term) && html` checked`}> ${plain(term.name)}</label>`)}</fieldset></details></div>`
}

function venueSelect({ say }: Scene, { venue }: Filters, { venues }: Choices): Html {
  return html`<div class="kalends-field kalends-field-venue"><label for="kalends-venue">${say('Place')}</label><select id="kalends-venue" name="venue"><option value="">${say('All places')}</option>${venues.map((one) => html`<option value="${one.slug}"${isChosen(venue, one) && html` selected`}>${plain(one.name)}</option>`)}</select></div>`
}

interface WordsOptions {
  readonly count: number
  readonly filters: Filters
  readonly names: Names
  /** The address with other filters. */
  readonly address: (filters: Filters) => string
  readonly feeds: { readonly ics: string; readonly rss: string; readonly webcal: string } | undefined
  /** Said where there is no filter of dates: `from today`. */
  readonly suffix?: string | undefined
  readonly label?: string | undefined
}

/** `42 events in [Music ×] from [Thu 3 December ×]`, and the feeds of this list. */
export function filterWords(scene: Scene, options: WordsOptions): Html {
  const { words, say, today } = scene
  const { count, filters, names, address, feeds, suffix } = options
  const chip = (label: string, rest: Partial<Filters>): Html =>
    html`<a class="kalends-chip" rel="nofollow" href="${address({ ...filters, page: 1, ...rest })}" aria-label="${say('Remove filter: #', label)}">${label} <span aria-hidden="true">×</span></a>`
  const list = (name: 'category' | 'tag' | 'venue' | 'organizer', lead: string): Content =>
    filters[name].map(
      (one, at) =>
        html` ${at === 0 ? lead : say('or')} ${chip(names[name].get(one) ?? one, { [name]: filters[name].filter((other) => other !== one) })}`,
    )
  const year = today.slice(0, 4)
  const chips: Content[] = [
    filters.search && html` ${say('with')} ${chip(`“${filters.search}”`, { search: '' })}`,
    list('category', say('in')),
    list('tag', say('tagged')),
    list('venue', say('at')),
    list('organizer', say('by')),
    filters.from && html` ${say('from')} ${chip(words.date(filters.from, year), { from: '' })}`,
    filters.to && html` ${say('until')} ${chip(words.date(filters.to, year), { to: '' })}`,
    filters.free && html` ${chip(say('Free'), { free: false })}`,
    filters.online && html` ${chip(say('Online'), { online: false })}`,
    filters.featured && html` ${chip(say('Featured'), { featured: false })}`,
  ]
  const all =
    countOf(filters) > 0 &&
    html` <a class="kalends-all" href="${address({ ...filters, ...NOTHING })}">${say('Show all')}</a>`
  const shownFeeds =
    feeds &&
    html`<ul class="kalends-feeds"><li>${options.label ?? say('This list:')}</li><li><a href="${feeds.webcal}">${say('Subscribe')}</a></li><li><a href="${feeds.ics}">${say('.ics')}</a></li><li><a href="${feeds.rss}">${say('RSS')}</a></li></ul>`
  return html`<div class="kalends-summary"><p class="kalends-words"><strong>${words.count(count)}</strong>${suffix && ` ${suffix}`}${chips}${all}</p>${shownFeeds}</div>`
}

const NOTHING: Partial<Filters> = {
  ...{ search: '', from: '', to: '', category: [], tag: [], venue: [], organizer: [] },
  ...{ online: false, free: false, featured: false, page: 1 },
}
