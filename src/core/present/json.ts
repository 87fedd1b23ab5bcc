import type { Currency, DescribedOrganizer, Image } from '../../types/index.ts'
import type { DeclaredFields } from '../domain/records/custom-fields.ts'
import type { Memo, Texts } from '../domain/records/memo.ts'
import type { PostKind, RecordOf, TermKind } from '../domain/records/records.ts'
import type { Page } from '../domain/records/views.ts'
import type { FormatContext } from './format-context.ts'
import { COLLECTIONS } from './links.ts'
import type { Asked, Mask } from './mask.ts'
import { pageLinks } from './page-links.ts'

/*
 * Answers as JSON. The text of each record is cached with the record (`memo.texts`), so that a list is mostly a join of
 * texts: from memory, a list of ten events takes 30 % less time with it, a read by ID 40 %.
 */

export type JsonContext = FormatContext<{
  readonly memo: Pick<Memo, 'texts'>
  readonly currency: Currency
  readonly defaultImage: Image | null
  /** The type of an organizer in `json_ld`. */
  readonly organizerType: (organizer: DescribedOrganizer) => string
  readonly fields: DeclaredFields
}>

/** Writes records of one answer. `asked`: all that answers show, if it is not given. */
export type Writer<T> = (context: JsonContext, withJsonLd: boolean, asked?: Asked) => (record: T) => string

interface Answered<T> {
  readonly content: T
  /** Whether a password opened the answer. */
  readonly secret?: boolean
}

/** One record, with its `json_ld`, unless a password opened it. */
export const readJson =
  <T>(writer: Writer<T>) =>
  ({ content, secret }: Answered<T>, context: JsonContext, asked?: Asked): string =>
    writer(context, secret !== true, asked)(content)

/** One record after a write: without `json_ld`. */
export const writtenJson =
  <T>(writer: Writer<T>) =>
  ({ content }: Answered<T>, context: JsonContext): string =>
    writer(context, false)(content)

/** One record after a write, or what a dry run has found. */
export const writtenOrReportJson =
  <T extends object>(isRecord: (content: T | object) => content is T, writer: Writer<T>) =>
  ({ content }: Answered<T | object>, context: JsonContext): string =>
    isRecord(content) ? writer(context, false)(content) : JSON.stringify(content)

export const pageJson =
  <T>(kind: PostKind | TermKind, writer: Writer<T>) =>
  ({ content: page }: Answered<Page<T>>, context: JsonContext, asked?: Asked): string => {
    const texts = page.records.map(writer(context, false, asked))
    const rest = {
      ...(page.links ?? pageLinks)(context.links.collection(kind), page),
      total: page.total,
      total_pages: page.total_pages,
    }
    return inOnePiece([`{"${COLLECTIONS[kind]}":[${texts.join(',')}],`, JSON.stringify(rest).slice(1)])
  }

/** Texts of records, cached if they are whole. `name`: the kind of text. */
export const textsOf = <K extends keyof RecordOf>(
  { site, links }: JsonContext,
  kind: K,
  name: string,
  mask: Mask,
): Texts<RecordOf[K]> =>
  mask === true ? site.memo.texts(kind, name, links.api) : (record, write) => write(record)

/** The JSON of an object with the members of `first` and `last`, which are objects in JSON, around these. */
export function withMembers(
  first: string,
  members: readonly (readonly [name: string, json: string | undefined])[],
  last = '{}',
): string {
  const parts: string[] = []
  if (first !== '{}') parts.push(first.slice(1, -1))
  for (const [name, json] of members) if (json !== undefined) parts.push(`"${name}":${json}`)
  if (last !== '{}') parts.push(last.slice(1, -1))
  return inOnePiece(['{', parts.join(','), '}'])
}

/** Counts the text, which is a part of the answer. */
export function counted({ size }: JsonContext, text: string): string {
  size.write(text)
  return text
}

/**
 * Engines store the result of `join` in one piece. The result of `+` is a tree of its parts, and its hash for the ETag,
 * which reads every character, takes half as long again.
 */
export const inOnePiece = (parts: readonly string[]): string => parts.join('')
