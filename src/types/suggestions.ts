import type { EventInput } from './records.ts'
import type { SuggestionContact } from './suggestion-contact.ts'

/*
 * Events that the public suggests.
 */

/** The option `suggestions`; see `docs/suggestions.md`. */
export interface SuggestionsOptions<Host = unknown> {
  /** The user to whom events that are suggested belong: an ID of your own. Nobody gets the rights of this user by it. */
  readonly author: number | string
  /**
   * Asked about each new suggestion whose fields are right, for example by the captcha of the host. `request` is a copy
   * with its body. `false`, or an error, refuses it with 403. Default: none.
   */
  verify?(request: Request, host: Host | undefined): boolean | Promise<boolean>
  /**
   * Called after a commit when a suggestion comes, is changed or withdrawn, or is decided on. Responses do not wait for
   * it, and its errors go to `onError`. Default: none.
   */
  readonly notify?: ((notice: SuggestionNotice) => unknown) | undefined
  /**
   * The fields of events that may be suggested, in place of `title`, `description`, `start_date`, `end_date`, `all_day`,
   * `timezone`, `venue`, `organizer`, `website`, `cost` and `categories`. The title and the dates can always be sent;
   * the status is `pending` whatever is sent. Throws `TypeError` for `author`.
   */
  readonly fields?: readonly (keyof EventInput)[] | undefined
  /**
   * A page of yours with `<kalends-suggest>`, to which the links of people who suggested an event lead: an http(s) URL.
   * The ID is in its query as `suggestion`, the secret is in its fragment. Default: a page below the API.
   */
  readonly page?: string | undefined
  /** What you do with personal data, as an http(s) URL: the form links to it. Default: none. */
  readonly privacy?: string | undefined
}

export interface SuggestionContactInput {
  readonly email: string
  readonly name?: string | undefined
  /** For the editors. */
  readonly message?: string | undefined
}

/** What `notify` is told. */
export interface SuggestionNotice {
  readonly type: 'came' | 'changed' | 'withdrawn' | 'published' | 'declined'
  /** ID of the event. */
  readonly id: number
  /** HTML of one line. */
  readonly title: string
  /** On the wall clock of the event. */
  readonly start_date: string
  /** Like `start_date`. */
  readonly end_date: string
  readonly all_day: boolean
  /** Of the event, such as `Europe/Vienna`. */
  readonly timezone: string
  readonly contact: SuggestionContact
  /** When it came: where its sender can change it. Nobody else learns the secret in it, and it is not stored. */
  readonly edit?: string
  /** When it was published: the address of the event. */
  readonly url?: string
  /** When it was declined: the reason, '' without one. */
  readonly reason?: string
}

/** The answer to a new suggestion. */
export interface NewSuggestion {
  /** ID of the event. */
  id: number
  /** Where its sender can change it, with the secret. */
  edit: string
  /**
   * Proves that somebody sent the suggestion: that of the request, if it had one. It is not stored, so it cannot be shown
   * again.
   */
  secret: string
}

/** The answer to a suggestion that came before, to a request with its `Idempotency-Key` and without its secret. */
export interface SuggestedBefore {
  id: number
  state: 'pending' | 'published' | 'declined' | 'withdrawn'
}

/** A suggestion, as its sender reads it. */
export type Suggestion =
  | {
      state: 'pending'
      id: number
      title: string
      description: string
      start_date: string
      end_date: string
      all_day: boolean
      timezone: string
      /** Its name; '' for none. */
      venue: string
      organizer: string[]
      website: string
      cost: string
      categories: { id: number; name: string }[]
      contact: SuggestionContact
    }
  | { state: 'published'; url: string }
  | { state: 'declined'; reason: string }
  | { state: 'withdrawn' }

/** What may be suggested. Other fields that the option `suggestions.fields` names are those of events. */
export type SuggestionInput = Pick<
  EventInput,
  'description' | 'all_day' | 'timezone' | 'website' | 'cost' | 'categories'
> & {
  title: string
  start_date: string
  end_date: string
  /** Its name. */
  venue?: string | null | undefined
  /** Names. */
  organizer?: string | readonly string[] | null | undefined
  contact: SuggestionContactInput
}
