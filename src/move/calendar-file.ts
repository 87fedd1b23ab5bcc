import { type Document, KEYS, type KeySpec, type Kind, type Storage } from '../storage/contract.ts'
import { AT_ONCE, documentsOf, KINDS, writeDocuments } from './documents.ts'
import { MoveError } from './move-error.ts'
import { isRow } from './rows.ts'

/*
 * A calendar as a text: one JSON value per line. The first line names the format and the greatest IDs, the last one says
 * how many documents there are, so that a file that was cut off is noticed. Between them is one document per line.
 */

const FORMAT = 1

/** Yields the lines of the file. A calendar that does not change gives the same bytes each time. */
export async function* exportCalendar(storage: Storage): AsyncGenerator<string> {
  const ids = { post: await storage.reserve('post', 0), term: await storage.reserve('term', 0) }
  yield `${JSON.stringify({ kalends: FORMAT, ids })}\n`
  let total = 0
  for (const kind of KINDS) {
    for await (const documents of documentsOf(storage, kind)) {
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
 */
export async function importCalendar(
  storage: Storage,
  file: Iterable<string> | AsyncIterable<string>,
): Promise<{ readonly total: number; readonly written: number }> {
  let total = 0
  let written = 0
  let number = 0
  let end: number | undefined
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
      await begin(storage, value)
      continue
    }
    if (typeof value.total === 'number') {
      end = value.total
      continue
    }
    const document = documentIn(value, number)
    if (waiting.length === AT_ONCE || waiting[0]?.kind !== document.kind) await flush()
    waiting.push(document)
    total++
  }
  await flush()
  if (end !== total)
    throw new MoveError(`the file was cut off: it has ${total} documents of ${end ?? 'unknown many'}`)
  return { total, written }
}

async function begin(storage: Storage, { kalends, ids }: Record<string, unknown>): Promise<void> {
  if (kalends !== FORMAT || !isRow(ids) || !isLast(ids.post) || !isLast(ids.term))
    throw new MoveError('line 1: this is not an export of a calendar')
  await storage.reserve('post', ids.post)
  await storage.reserve('term', ids.term)
}

const isLast = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

interface Parsed {
  readonly kind: Kind
  readonly id: number
  readonly version: number
  readonly keys: unknown
  readonly text: readonly string[]
  readonly data: string
}

function parsed(line: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (isRow(value)) return { ...value }
  } catch {
    // Reported below.
  }
  throw new MoveError(`line ${number}: this is not JSON`)
}

function documentIn(
  { kind, id, version, keys, text, data }: Record<string, unknown>,
  number: number,
): Parsed {
  const known = KINDS.find((one) => one === kind)
  const isNumbered = typeof id === 'number' && typeof version === 'number'
  if (known === undefined || !isNumbered || !isRow(keys) || !isTexts(text) || typeof data !== 'string') {
    throw new MoveError(`line ${number}: this is not a document of a calendar`)
  }
  return { kind: known, id, version, keys, text, data }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

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
