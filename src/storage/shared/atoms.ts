import {
  type Condition,
  containsText,
  type Document,
  type KeysOf,
  type KeyValue,
  type Kind,
  meets,
  type TextQuery,
} from '../contract.ts'
import type { Keys, Value } from './keys.ts'

/** One part of a condition. A condition with several parts, such as `in` and a bound, becomes several atoms. */
export type Atom = { readonly key: string; readonly accepts: (value: Value) => boolean } & (
  | { readonly form: 'in'; readonly values: ReadonlySet<KeyValue> }
  | { readonly form: 'notIn' }
  | { readonly form: 'range'; readonly bounds: Bounds }
)

export type Bounds = Pick<Condition, 'gte' | 'gt' | 'lte' | 'lt'>

/** An atom with a list of accepted values. */
export type Among = Extract<Atom, { form: 'in' }>

export const isAmong = (atom: Atom): atom is Among => atom.form === 'in'

export const isText = (value: KeyValue): value is string => typeof value === 'string'
export const isInteger = (value: KeyValue): value is number => Number.isSafeInteger(value)

/** Whether it accepts exactly the events that everyone may read in full. */
export const isOpen = (atom: Atom): boolean =>
  atom.key === 'full_reader' && isAmong(atom) && atom.values.size === 1 && atom.values.has(0)

/** Whether the filter contains words. */
export const hasWords = ({ text }: { readonly text?: TextQuery | undefined }): boolean =>
  text !== undefined && text.all.length + text.none.length > 0

/** Whether a document matches; `null`: all documents match without a test. */
export type Test<K extends Kind> = ((document: Document<K>) => boolean) | null

export function valueAt<K extends Kind>(
  document: { readonly id?: number; readonly keys: KeysOf<K> },
  key: string,
): Value | undefined {
  if (key === 'id') return document.id
  const keys: Keys = document.keys
  return keys[key]
}

export function atomsOf<K extends Kind>(where: readonly Condition<K>[]): Atom[] {
  const atoms: Atom[] = []
  for (const { key, in: among, notIn, ...bounds } of where) {
    if (among !== undefined) atoms.push(isIn(key, among))
    if (notIn !== undefined) {
      const { accepts } = membership(notIn)
      atoms.push({ key, form: 'notIn', accepts: (value) => !accepts(value) })
    }
    if (Object.values(bounds).some((bound) => bound !== undefined)) {
      atoms.push({ key, form: 'range', bounds, accepts: (value) => meets(value, bounds) })
    }
  }
  return atoms
}

export const isIn = (key: string, among: readonly KeyValue[]): Atom => ({
  key,
  form: 'in',
  ...membership(among),
})

function membership(list: readonly KeyValue[]) {
  const values: ReadonlySet<KeyValue> = new Set(list)
  const accepts = (value: Value) =>
    typeof value === 'object' && value !== null ? value.some((one) => values.has(one)) : values.has(value)
  return { values, accepts }
}

export function testOf<K extends Kind>(atoms: readonly Atom[], text: TextQuery | undefined): Test<K> {
  const words = hasWords({ text }) ? text : undefined
  if (atoms.length === 0 && words === undefined) return null
  return (document) => {
    for (const { key, accepts } of atoms) {
      const value = valueAt(document, key)
      if (value === undefined || !accepts(value)) return false
    }
    return words === undefined || containsText(document.text, words)
  }
}

export function both<K extends Kind>(one: Test<K>, other: Test<K>): Test<K> {
  if (one === null || other === null) return one ?? other
  return (document) => one(document) && other(document)
}
