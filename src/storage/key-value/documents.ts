import type { Document, Kind } from '../contract.ts'
import { listIn } from '../shared/own-json.ts'
import type { Calendar } from './calendar.ts'
import { joinText, partsIn } from './entry-text.ts'
import { type Head, readHead } from './heads.ts'
import { NEVER } from './journal.ts'

/* Documents by ID. Results are in the order of the IDs, with `undefined` for a missing document. */

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

export async function headsOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  ids: readonly number[],
): Promise<(Head<K> | undefined)[]> {
  const { keys } = calendar
  const values = await calendar.get(ids.map((id) => keys.head(kind, isId(id) ? id : 0)))
  return values.map((value) => (value === undefined ? undefined : readHead(kind, value)))
}

export async function textsOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  ids: readonly number[],
): Promise<(readonly string[] | undefined)[]> {
  const { keys } = calendar
  const firsts = await calendar.get(ids.map((id) => keys.text(kind, id, 0)))
  const wholes = await completed(calendar, firsts, (index, part) => keys.text(kind, ids[index] ?? 0, part))
  return wholes.map((whole) => (whole === undefined ? undefined : listIn<string[]>(whole)))
}

export async function dataOf(
  calendar: Calendar,
  kind: Kind,
  ids: readonly number[],
): Promise<(string | undefined)[]> {
  const { keys } = calendar
  const firsts = await calendar.get(ids.map((id) => keys.data(kind, id, 0)))
  return completed(calendar, firsts, (index, part) => keys.data(kind, ids[index] ?? 0, part))
}

export interface Documents<K extends Kind> {
  readonly documents: readonly (Document<K> | undefined)[]
  /** The clock at the same instant; `undefined` if several reads were needed. */
  readonly clock?: string | undefined
}

/** Documents without text and data. They need one value of the store each instead of three or more. */
export async function bareDocumentsOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  ids: readonly number[],
): Promise<Documents<K>> {
  const { keys } = calendar
  const known = ids.filter(isId)
  const wanted = [keys.clock, ...known.map((id) => keys.head(kind, id))]
  const [clock = NEVER, ...heads] = await calendar.get(wanted)
  const found = new Map<number, Document<K>>()
  for (const [index, id] of known.entries()) {
    const head = heads[index]
    if (head !== undefined) found.set(id, documentIn(kind, id, head, '[]', ''))
  }
  return {
    documents: ids.map((id) => found.get(id)),
    ...(calendar.isOneGet(wanted.length) ? { clock } : {}),
  }
}

export async function documentsOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  ids: readonly number[],
): Promise<Documents<K>> {
  const { keys } = calendar
  const known = ids.filter(isId)
  const wanted = [
    keys.clock,
    ...known.flatMap((id) => [keys.head(kind, id), keys.text(kind, id, 0), keys.data(kind, id, 0)]),
  ]
  const [clock = NEVER, ...values] = await calendar.get(wanted)
  const texts = known.map((_, index) => values[3 * index + 1])
  const data = known.map((_, index) => values[3 * index + 2])
  const isWhole = [...texts, ...data].every((first) => first === undefined || partsIn(first) === 1)
  const idAt = (index: number) => known[index] ?? 0
  const [wholeTexts, wholeData] = await Promise.all([
    completed(calendar, texts, (index, part) => keys.text(kind, idAt(index), part)),
    completed(calendar, data, (index, part) => keys.data(kind, idAt(index), part)),
  ])
  const found = new Map<number, Document<K>>()
  for (const [index, id] of known.entries()) {
    const head = values[3 * index]
    const text = wholeTexts[index]
    const data = wholeData[index]
    if (head === undefined || text === undefined || data === undefined) continue
    found.set(id, documentIn(kind, id, head, text, data))
  }
  return {
    documents: ids.map((id) => found.get(id)),
    ...(isWhole && calendar.isOneGet(wanted.length) ? { clock } : {}),
  }
}

/** The text is parsed lazily, because most callers only use the data. */
function documentIn<K extends Kind>(
  kind: K,
  id: number,
  head: string,
  text: string,
  data: string,
): Document<K> {
  const { version, keys } = readHead(kind, head)
  let fields: readonly string[] | undefined
  return {
    id,
    version,
    keys,
    get text() {
      fields ??= listIn<string[]>(text)
      return fields
    },
    data,
  }
}

/** Joins split texts: reads the remaining parts of each text that has more than one. */
async function completed(
  calendar: Calendar,
  firsts: readonly (string | undefined)[],
  keyOf: (index: number, part: number) => string,
): Promise<(string | undefined)[]> {
  const wanted: string[] = []
  const counts = firsts.map((first, index) => {
    const count = first === undefined ? 0 : partsIn(first)
    for (let part = 1; part < count; part++) wanted.push(keyOf(index, part))
    return count
  })
  const others = await calendar.get(wanted)
  let next = 0
  return firsts.map((first, index) => {
    if (first === undefined) return undefined
    const parts = [first]
    for (let part = 1; part < (counts[index] ?? 0); part++) {
      const value = others[next++]
      // The document was rewritten after the first part was read. The clock has moved, so the read is repeated.
      if (value === undefined) throw new Error('a part of a text is missing')
      parts.push(value)
    }
    return joinText(parts)
  })
}
