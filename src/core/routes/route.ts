import type * as z from 'zod/mini'
import type { Limits, PlainRequest, PlainResponse } from '../../types/index.ts'
import type { Caller, Right } from '../access/policy.ts'
import type { Answer, LongText, Params, RequestContext, UploadedFile } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import type { AboutEndpoint, EndpointInputs, Method } from '../schema/described.ts'
import { readFields, requireFields } from '../schema/read.ts'
import { settleRepeated } from '../schema/repeated.ts'
import type { Rules } from '../schema/rules.ts'
import type { Operation } from './about/index.ts'

/*
 * Routes are data. The index, the documentation, `Allow` and the handling of requests read the same declarations.
 */

/** How an upload is read. */
export interface ReadsFiles {
  /** Bytes of all that are being sent at the same time. One is always accepted. */
  readonly together: (limits: Limits) => number
  /** `put` gets the fields beside the files, `refuse` what is wrong. */
  readonly read: (
    incoming: {
      readonly contentType: string
      readonly contentDisposition: string
      /** Reads at most so many bytes. */
      readonly receive: (most: number) => Promise<Uint8Array>
    },
    limits: Limits,
    put: (name: string, value: string) => void,
    refuse: (name: string, reason: string) => void,
  ) => Promise<readonly UploadedFile[]>
}

/** One operation: how its requests are read, and what answers them. */
export type Endpoint = Answering & (OfCore | OfFeature)

/** Its description is a row of `ABOUT`. */
interface OfCore {
  readonly operation: Operation
  readonly about?: undefined
}

/** It brings its description, for the index and the documentation. */
interface OfFeature {
  /** Unique, one or two words. */
  readonly operation: string
  readonly about: () => AboutEndpoint | Promise<AboutEndpoint>
}

interface Answering extends EndpointInputs {
  /** Fields that are read from a body only: in a URL they mean something else, or would be logged. */
  readonly bodyOnly?: readonly string[]
  /** Whether a batch cannot hold the request, because it is answered, or sent, in another form than JSON. */
  readonly isAlone?: boolean
  /** Whether it is written in several commits, so that an atomic batch cannot hold it. */
  readonly isDivided?: boolean
  /** It serves who is no user, and its answers are for the sender of one secret alone. */
  readonly isFromPublic?: boolean
  /** Its body is a file, or a form with one. */
  readonly upload?: ReadsFiles
  /** Answers in place of `answer`, with a file. It reads no fields. */
  readonly serve?: (
    site: Site,
    path: RequestContext['path'],
    request: Pick<PlainRequest, 'method' | 'headers'>,
  ) => Promise<PlainResponse>
  /** Reads the fields of the request, and answers it. */
  readonly answer: (context: RequestContext) => Promise<Answer<string | LongText>>
}

/** What `input` and `query` read. */
type Read<I extends z.ZodMiniObject, Q extends z.ZodMiniObject> = z.output<I> & z.output<Q>

interface Declared<I extends z.ZodMiniObject, Q extends z.ZodMiniObject> extends Omit<Answering, 'answer'> {
  readonly input?: (rules: Rules) => I
  readonly query?: (rules: Rules) => Q
  /** Changes what is read as `input`. */
  readonly before?: (params: Params, caller: Caller) => Params
  /** `fields`: those that are valid. What is wrong with the others is in `problems`, to which operations add, and throw. */
  readonly run: (context: RequestContext, fields: Read<I, Q>) => Promise<Answer<string | LongText>>
}

type NoFields = z.ZodMiniObject<Record<never, never>>

/** An endpoint of the core. A row that is missing in `ABOUT` does not compile. */
export const endpoint = <I extends z.ZodMiniObject = NoFields, Q extends z.ZodMiniObject = NoFields>({
  operation,
  ...declared
}: Declared<I, Q> & OfCore): Endpoint => ({ ...answering<I, Q>(declared), operation })

/** An endpoint of a feature. */
export const ownEndpoint = <I extends z.ZodMiniObject = NoFields, Q extends z.ZodMiniObject = NoFields>({
  operation,
  about,
  ...declared
}: Declared<I, Q> & OfFeature): Endpoint => ({ ...answering<I, Q>(declared), operation, about })

/** Fields are parsed here and nowhere else, defaults included. */
function answering<I extends z.ZodMiniObject, Q extends z.ZodMiniObject>({
  before,
  run,
  ...declared
}: Declared<I, Q>): Answering {
  const { input, query, required } = declared
  return {
    ...declared,
    answer: (context) => {
      const { site, caller, params, problems } = context
      const [inputs, queries] = [input?.(site.rules), query?.(site.rules)]
      settleRepeated(params, inputs, queries)
      requireFields(required, params, problems)
      return run(context, {
        ...readFields(inputs, before?.(params, caller) ?? params, problems),
        ...readFields(queries, params, problems),
      })
    },
  }
}

/** What a path offers with some methods. Only this must be known at the start: the endpoint may be loaded later. */
export interface Offer {
  readonly methods: readonly Method[]
  /** The right that the caller needs, before any record is read. `undefined`: everybody may try. */
  readonly right?: Right | undefined
  readonly endpoint: () => Endpoint | Promise<Endpoint>
}

export interface Route {
  /** Below the namespace, such as `/events/:id`. */
  readonly path: string
  readonly offers: readonly Offer[]
  /** Whether the index leaves it out, which existing clients expect as it was. */
  readonly isUnlisted?: true
}

type Load = Offer['endpoint']

const GET = ['GET'] as const
const POST = ['POST'] as const
const UPDATE = ['POST', 'PUT', 'PATCH'] as const
const DELETE = ['DELETE'] as const

export const reads = (endpoint: Load): Offer => ({ methods: GET, endpoint })
export const readsAs = (right: Right, endpoint: Load): Offer => ({ methods: GET, right, endpoint })
export const creates = (right: Right, endpoint: Load): Offer => ({ methods: POST, right, endpoint })
export const updates = (right: Right, endpoint: Load): Offer => ({ methods: UPDATE, right, endpoint })
export const removes = (right: Right, endpoint: Load): Offer => ({ methods: DELETE, right, endpoint })
