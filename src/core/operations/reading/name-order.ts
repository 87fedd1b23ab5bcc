import type { Memo } from '../../domain/records/memo.ts'
import type { TermKind, TermRecord } from '../../domain/records/records.ts'
import { fold } from '../../domain/text/fold.ts'

/**
 * Compares terms by name, ignoring case and accents, then by ID. So the order is the same on every machine. A name is
 * folded once per list, and once at all while its record is cached.
 */
export function nameOrder(
  memo: Pick<Memo, 'texts'>,
  kind: TermKind,
): (a: TermRecord, b: TermRecord) => number {
  const keyOf = sortedNames(memo, kind)
  return (a, b) => {
    const left = keyOf(a)
    const right = keyOf(b)
    return left < right ? -1 : left > right ? 1 : a.id - b.id
  }
}

/** The name of a term as it is compared. */
export function sortedNames(memo: Pick<Memo, 'texts'>, kind: TermKind): (term: TermRecord) => string {
  const texts = memo.texts(kind, 'name', '')
  const foldName = ({ name }: TermRecord) => fold(name)
  const known = new Map<number, string>()
  return (term) => {
    const key = known.get(term.id) ?? texts(term, foldName)
    known.set(term.id, key)
    return key
  }
}
