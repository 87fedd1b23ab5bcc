import type { EventsApi } from 'kalends'
import type { Addresses, Route } from './addresses.ts'
import type { Calendar, Me } from './calendar.ts'
import type { Wrong } from './ends.ts'
import { type Filters, queryOf } from './filters.ts'
import { type Content, type Html, html } from './html.ts'
import type { PageKind, Settings } from './settings.ts'
import type { Choices } from './shared.ts'
import type { Say } from './texts.ts'
import type { Words } from './words.ts'

/** All that the making of one page knows. */
export interface Scene {
  readonly settings: Settings
  readonly me: Me
  readonly name: string
  readonly calendar: Calendar
  readonly addresses: Addresses
  readonly words: Words
  readonly say: Say
  readonly now: Date
  /** On the clock of the site. */
  readonly today: string
  /** Now on the clock of the site, to the minute: `2026-12-03 14:30:00`. A page that asks for it is valid for the minute. */
  readonly nowText: string
  /** The largest page of the API. */
  readonly perPage: number
  readonly choices: () => Promise<Choices>
  /** Events of other zones, of which the API cannot tell whether they are over. */
  readonly wrongEnds: () => Promise<Wrong>
  readonly former: EventsApi['former']
  /** The path of a page, as it stands in links. */
  readonly path: (route: Route, filters?: Partial<Filters>) => string
  /** The same with the origin. */
  readonly url: (route: Route, filters?: Partial<Filters>) => string
  /** An address of a record, as short as can be. */
  readonly href: (url: string) => string
  /** The list of events in the API, without its format. */
  readonly feedBase: string
}

/** A page, before it is put into the frame of the site. */
export interface Page {
  readonly kind: PageKind
  readonly status?: number
  readonly title: string
  readonly body: Html
  readonly description?: string
  /** An absolute address. Absent: the page is not for search engines. */
  readonly canonical?: string
  readonly isHidden?: boolean
  readonly image?: { readonly url: string; readonly alt: string } | undefined
  readonly jsonLd?: object | undefined
  /** Elements of the head of this page alone. */
  readonly head?: Content
  readonly headers?: Readonly<Record<string, string>>
  /** Of what must not be kept: answers to what somebody has sent. */
  readonly isSecret?: boolean
}

/** What is answered instead of a page. */
export class Moved {
  constructor(
    readonly location: string,
    readonly status: 301 | 302 | 303 = 301,
  ) {}
}

export const withQuery = (path: string, filters: Partial<Filters> = {}): string =>
  `${path}${queryOf(filters)}`

export const hiddenText = (text: string): Html => html`<span class="kalends-hidden">${text}</span>`
