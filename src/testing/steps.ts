import {
  type Change,
  type Condition,
  type Document,
  isTooLarge,
  type Kind,
  type OrderOf,
  type Storage,
} from '../storage/contract.ts'
import { check, equal } from './assert.ts'
import { exampleEvent, type Overrides, put } from './examples.ts'

/** A limit above the number of documents of any test. */
export const ALL = 10_000

/** Writes changes, and fails on a conflict. */
export async function write(storage: Storage, changes: readonly Change[]): Promise<void> {
  equal(await storage.commit(changes), { conflict: null }, 'the commit takes effect')
}

/** Returns false if the commit was too large. Fails on a conflict. */
export async function writeUnlessTooLarge(storage: Storage, changes: readonly Change[]): Promise<boolean> {
  try {
    await write(storage, changes)
    return true
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return false
  }
}

/** Writes changes in as many commits as the storage needs, and fails on a conflict. */
export async function fill(storage: Storage, changes: readonly Change[]): Promise<void> {
  if (await writeUnlessTooLarge(storage, changes)) return
  check(changes.length > 1, 'one document is not too large to be written')
  const half = Math.ceil(changes.length / 2)
  await fill(storage, changes.slice(0, half))
  await fill(storage, changes.slice(half))
}

/** Writes one event per argument, with IDs from 1 up. */
export async function writeEvents(storage: Storage, ...events: readonly Overrides<'event'>[]): Promise<void> {
  await fill(
    storage,
    events.map((overrides, index) => put('event', index + 1, exampleEvent(index + 1, overrides))),
  )
}

export const idsOf = <K extends Kind>(documents: readonly Document<K>[]): number[] =>
  documents.map((document) => document.id)

/** The IDs of all documents that match the conditions, ascending. Checks that `count` agrees. */
export async function matching<K extends Kind>(
  storage: Storage,
  kind: K,
  order: OrderOf<K>,
  ...where: readonly Condition<K>[]
): Promise<number[]> {
  const found = idsOf(await storage.find(kind, { where, order, limit: ALL }))
  equal(await storage.count(kind, { where }), found.length, 'count says how many find finds')
  return found.sort((a, b) => a - b)
}

export const matchingEvents = (
  storage: Storage,
  ...where: readonly Condition<'event'>[]
): Promise<number[]> => matching(storage, 'event', 'id', ...where)

/** Reads one document. */
export async function one<K extends Kind>(
  storage: Storage,
  kind: K,
  id: number,
): Promise<Document<K> | undefined> {
  const [document] = await storage.get(kind, [id])
  return document
}
