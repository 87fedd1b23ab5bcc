import type { Content, Document, KeysOf, Kind } from '../contract.ts'
import { forEachKind, fromValues, KEYS_OF, toValues, type Value } from '../shared/keys.ts'
import { objectIn } from '../shared/own-json.ts'

/*
 * Frozen copies that belong to the storage. Callers may modify the objects that they pass in without an effect on them.
 */

const NONE: readonly number[] = Object.freeze([])

function ownValue(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  return value.length === 0 ? NONE : Object.freeze([...value])
}

/** An object with all keys of a kind, as JSON. */
const BLANKS = forEachKind((kind) =>
  JSON.stringify(Object.fromEntries(KEYS_OF[kind].map(({ name }) => [name, null]))),
)

/**
 * A parsed object stores all keys inline, and all objects of a kind share one hidden class. Keys that are added to `{}`
 * are stored out of line, which slows comparisons down by 10 %; each frozen spread gets a hidden class of its own.
 */
const ownKeys = <K extends Kind>(kind: K, keys: KeysOf<K>): KeysOf<K> =>
  Object.freeze(
    fromValues(kind, toValues(kind, keys).map(ownValue), objectIn<Record<string, unknown>>(BLANKS[kind])),
  )

/**
 * Flattens a concatenated string, such as one from `JSON.stringify`. V8 retains all of its pieces until the first
 * search. This search stops after its first step.
 */
function inOnePiece(text: string): string {
  text.lastIndexOf('\n', 0)
  return text
}

export const ownDocument = <K extends Kind>(
  kind: K,
  id: number,
  version: number,
  content: Content<K>,
): Document<K> =>
  Object.freeze({
    id,
    version,
    keys: ownKeys(kind, content.keys),
    text: Object.freeze([...content.text]),
    data: inOnePiece(content.data),
  })
