import type { Calendar } from '../calendar.ts'
import type { Json } from '../json.ts'

/*
 * What a tool is.
 */

/** JSON Schema 2020-12 of an object. */
export type ObjectSchema = Json & { readonly type: 'object' }

/** What a tool answers with. A text counts as `{ content: [{ type: 'text', text }] }`. */
export type McpResult = string | Readonly<Record<string, unknown>>

export interface McpContext<Host = unknown> {
  /** Calls the REST interface as the caller of the tool: `await calendar('GET', '/events', { query: { search: 'choir' } })`. */
  readonly calendar: Calendar
  /** The header fields of the request, for credentials of your own. */
  readonly headers: Pick<Headers, 'get' | 'has'>
  readonly host: Host | undefined
  /** Fires when the client is gone. */
  readonly signal: AbortSignal
  /** What the client can, by name: `elicitation`, `sampling`, `roots`. Empty for clients before 2026-07-28. */
  readonly capabilities: Json
  /** The answers of a client that was asked, and the state that the question carried; see `docs/agents.md`. */
  readonly inputResponses: Json | undefined
  readonly requestState: string | undefined
  /** Tells a client that asked for it how far the work is. */
  readonly progress: (progress: number, total?: number, message?: string) => void
}

/** A tool of the host. */
export interface McpTool<Host = unknown> {
  /** 1 to 128 letters, digits, `_`, `-` and `.`. */
  readonly name: string
  readonly title?: string | undefined
  /** For the assistant: what the tool does, and when to use it. */
  readonly description: string
  /** What arguments it takes. Types, `required`, `enum`, lengths and bounds are checked before `run`; the rest is yours. */
  readonly inputSchema: ObjectSchema
  /** Of `structuredContent`. */
  readonly outputSchema?: ObjectSchema | undefined
  /** `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`. */
  readonly annotations?: Readonly<Record<string, boolean>> | undefined
  /** Whether only callers who may write events see it. Default false. */
  readonly needsWrite?: boolean | undefined
  readonly run: (args: Json, context: McpContext<Host>) => McpResult | Promise<McpResult>
}

/** What `/me` says of the caller and the calendar, as the tools need it. */
export interface Me {
  readonly mayWrite: boolean
  readonly timezone: string
  readonly startOfWeek: number
  readonly title: string
  /** All of it. */
  readonly body: Json
}

/** What a tool of the calendar has beside the call. */
export interface Session {
  readonly calendar: Calendar
  readonly me: Me
  readonly now: Date
}

/** A tool of the calendar. Its answer is bounded, and marked as data. */
export interface CalendarTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needsWrite: boolean
  readonly annotations: Readonly<Record<string, boolean>>
  readonly outputSchema: ObjectSchema
  /** `fields`: the schemas of the fields of events, from the routes. */
  readonly inputSchema: (fields: Json, me: Me) => ObjectSchema
  readonly run: (args: Json, session: Session) => Promise<Json>
}

/** What the assistant can do something about: it becomes a result with `isError`. */
export class ToolError extends Error {}

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

export const object = (properties: Json, required: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** Of an answer, whose optional fields may be missing. */
export const answer = (properties: Json, required: readonly string[]): ObjectSchema => ({
  type: 'object',
  properties,
  required,
})
