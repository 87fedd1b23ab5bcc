import type {
  CategoryList,
  ChangeList,
  CostDetails,
  DateDetails,
  EmbeddedTerm,
  Event,
  EventCounts,
  EventList,
  Image,
  ImageSize,
  Me,
  Media,
  MediaList,
  Organizer,
  OrganizerList,
  PullReport,
  Recurrence,
  Source,
  SourceList,
  TagList,
  Term,
  TermUrls,
  Venue,
  VenueList,
} from '../../types/index.ts'

/**
 * Types of answers, by the names that they have in the documentation. A type that stands here is a component of it; the
 * others are repeated where they are used. `npm run docs` writes `answers.ts` from it, so a change of a type is a change
 * of the documentation. What features show of events is in their tables, as `EventMembers`.
 */
export interface Answers {
  ImageSize: ImageSize
  Image: Image
  DateDetails: DateDetails
  CostDetails: CostDetails
  TermUrls: TermUrls
  Term: Term
  EmbeddedTerm: EmbeddedTerm
  Venue: Venue
  Organizer: Organizer
  Recurrence: Recurrence
  Event: Event
  EventList: EventList
  EventCounts: EventCounts
  VenueList: VenueList
  OrganizerList: OrganizerList
  CategoryList: CategoryList
  TagList: TagList
  ChangeList: ChangeList
  Media: Media
  MediaList: MediaList
  Me: Me
  Source: Source
  SourceList: SourceList
  PullReport: PullReport
  ErrorBody: {
    code: string
    message: string
    data: {
      status: number
      params?: string[] | Record<string, string>
      details?: never[]
      term_id?: number
      id?: number
    }
  }
  BatchResponses: {
    failed?: 'validation'
    responses: ({
      status: number
      headers: Record<string, string>
      body: Record<string, unknown> | null
    } | null)[]
  }
  Index: { namespace: string; routes: Record<string, unknown>; _links: Record<string, unknown> }
  Documentation: { openapi: string; info: Record<string, unknown>; paths: Record<string, unknown> }
}
