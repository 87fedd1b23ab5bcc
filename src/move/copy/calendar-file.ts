import { parse } from '../../core/domain/json.ts'
import { upgraded } from '../../core/operations/upgrade.ts'
import { isRow } from '../../formats/rows.ts'
import {
  absentValue,
  type Document,
  KEYS,
  type KeySpec,
  type Kind,
  LARGEST_RESERVED,
  type Storage,
} from '../../storage/contract.ts'
import { MoveError } from '../move-error.ts'
import {
  DOCUMENTS_PER_COMMIT,
  documentsOf,
  isInFiles,
  lastId,
  MOVED_KINDS,
  writeDocuments,
} from './documents.ts'

/*
 * A calendar as a text: one JSON value per line. The first line names the format and the greatest IDs, the last one says
 * how many documents there are, so that a file that was cut off is noticed. Between them is one document per line.
 */

const FORMAT = 2
/** Of versions before 0.8: its documents are brought to the present form. */
const OLDER = 1

/**
 * Yields the lines of the file. A calendar that does not change gives the same bytes each time.
 *
 * @example
 * ```ts
 * import { copyCalendar, exportCalendar, importCalendar } from 'kalends/move'
 *
 * for await (const lines of exportCalendar(from)) text += lines // or write them to a file
 * ```
 */
export async function* exportCalendar(storage: Storage): AsyncGenerator<string> {
  const ids = { post: await lastId(storage, 'post'), term: await lastId(storage, 'term') }
  yield `${JSON.stringify({ kalends: FORMAT, ids })}\n`
  let total = 0
  for (const kind of MOVED_KINDS) {
    for await (const found of documentsOf(storage, kind)) {
      const documents = found.filter(isInFiles)
      total += documents.length
      yield documents.map((document) => lineOf(kind, document)).join('')
    }
  }
  yield `${JSON.stringify({ total })}\n`
}

function lineOf<K extends Kind>(kind: K, { id, version, keys, text, data }: Document<K>): string {
  const values = new Map<string, unknown>(Object.entries(keys))
  const ordered = Object.fromEntries(Object.keys(KEYS[kind]).map((name) => [name, values.get(name)]))
  return `${JSON.stringify({ kind, id, version, keys: ordered, text, data })}\n`
}

/**
 * Reads the file into a storage that is empty, or that was imported into before. Returns how many documents it wrote.
 * @throws MoveError for a file that is damaged, and for a storage with other documents.
 *
 * @example
 * ```ts
 * import { copyCalendar, exportCalendar, importCalendar } from 'kalends/move'
 *
 * console.log(await importCalendar(restored, [text])) // { total: 0, written: 0 }
 * ```
 */
export async function importCalendar(
  storage: Storage,
  file: Iterable<string> | AsyncIterable<string>,
): Promise<{ readonly total: number; readonly written: number }> {
  let total = 0
  let written = 0
  let number = 0
  let end: number | undefined
  let isOlder = false
  let waiting: Parsed[] = []
  const flush = async () => {
    const [first] = waiting
    if (first === undefined) return
    written += await writeAll(storage, first.kind, waiting)
    waiting = []
  }
  for await (const line of linesOf(file)) {
    number++
    const value = parsed(line, number)
    if (number === 1) {
      isOlder = await begin(storage, value)
      continue
    }
    if (typeof value.total === 'number') {
      end = value.total
      continue
    }
    const document = documentIn(value, number)
    const present = isOlder ? presentForm(document) : document
    if (waiting.length === DOCUMENTS_PER_COMMIT || waiting[0]?.kind !== present.kind) await flush()
    waiting.push(present)
    total++
  }
  await flush()
  if (end !== total)
    throw new MoveError(`the file was cut off: it has ${total} documents of ${end ?? 'unknown many'}`)
  return { total, written }
}

/** Answers whether the file is of the older format. */
async function begin(storage: Storage, { kalends, ids }: Record<string, unknown>): Promise<boolean> {
  if ((kalends !== FORMAT && kalends !== OLDER) || !isRow(ids) || !isLast(ids.post) || !isLast(ids.term))
    throw new MoveError('line 1: this is not an export of a calendar')
  await storage.reserve('post', ids.post)
  await storage.reserve('term', ids.term)
  return kalends === OLDER
}

const isLast = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LARGEST_RESERVED

interface Parsed {
  readonly kind: Kind
  readonly id: number
  readonly version: number
  readonly keys: unknown
  readonly text: readonly string[]
  readonly data: string
}

function parsed(line: string, number: number): Record<string, unknown> {
  const value = parse(line, isRow)
  if (value === undefined) throw new MoveError(`line ${number}: this is not JSON`)
  return { ...value }
}

function documentIn(
  { kind, id, version, keys, text, data }: Record<string, unknown>,
  number: number,
): Parsed {
  const known = MOVED_KINDS.find((one) => one === kind)
  const isNumbered = isCount(id) && isCount(version)
  if (known === undefined || !isNumbered || !isRow(keys) || !isTexts(text) || typeof data !== 'string') {
    throw new MoveError(`line ${number}: this is not a document of a calendar`)
  }
  return { kind: known, id, version, keys, text, data }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function presentForm(document: Parsed): Parsed {
  const { kind } = document
  if (kind === 'entry' || kind === 'extra') return document
  const whole = { ...document, keys: { ...absentKeys(kind), ...(isRow(document.keys) ? document.keys : {}) } }
  if (!hasKeys(kind, whole)) return document
  const put = upgraded(kind, whole).find((change) => change.do === 'put')
  return put === undefined ? whole : { kind: put.kind, id: put.id, version: document.version, ...put.content }
}

/** Keys that documents of earlier versions lack. */
const absentKeys = (kind: Kind) =>
  Object.fromEntries(
    Object.entries(KEYS[kind]).map(([name, spec]: [string, KeySpec]) => [name, absentValue(spec)]),
  )

/** All keys of the kind, of their types. */
function hasKeys<K extends Kind>(kind: K, document: Parsed): document is Parsed & Document<K> {
  const keys = isRow(document.keys) ? document.keys : {}
  return Object.entries(KEYS[kind]).every(([name, { type, many, nullable }]: [string, KeySpec]) => {
    const value = keys[name]
    const jsType = { integer: 'number', real: 'number', text: 'string', boolean: 'boolean' }[type]
    const fits = (one: unknown) => typeof one === jsType
    if (many) return Array.isArray(value) && value.every(fits)
    return value === null ? nullable === true : fits(value)
  })
}

function writeAll<K extends Kind>(storage: Storage, kind: K, documents: readonly Parsed[]): Promise<number> {
  const checked = documents.map(({ kind: _, ...document }) => document)
  const whole: Document<K>[] = []
  for (const document of checked) {
    const one = { kind, ...document }
    if (!hasKeys(kind, one)) throw new MoveError(`the ${kind} ${document.id} has wrong keys`)
    const { id, version, keys, text, data } = one
    whole.push({ id, version, keys, text, data })
  }
  return writeDocuments(storage, kind, whole)
}

/** The lines of a text that arrives in pieces. */
async function* linesOf(file: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of file) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
