import type { Change, Condition, Document, Kind, OrderOf, Storage } from '../storage/contract.ts'
import { equal } from './assert.ts'
import { exampleEvent, type Overrides, put } from './examples.ts'

/** More than any test writes. */
export const ALL = 10_000

/** Writes what must be written without a conflict. */
export async function write(storage: Storage, changes: readonly Change[]): Promise<void> {
  equal(await storage.commit(changes), { conflict: null }, 'the commit takes effect')
}

/** Writes one event for each of the overrides; their IDs count from 1. */
export async function writeEvents(storage: Storage, ...events: readonly Overrides<'event'>[]): Promise<void> {
  await write(
    storage,
    events.map((overrides, index) => put('event', index + 1, exampleEvent(index + 1, overrides))),
  )
}

export const idsOf = <K extends Kind>(documents: readonly Document<K>[]): number[] =>
  documents.map((document) => document.id)

/** The IDs of all documents that meet the conditions, ascending; `count` must say as many. */
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

/** What is there of one document, without what the example adds. */
export async function one<K extends Kind>(
  storage: Storage,
  kind: K,
  id: number,
): Promise<Document<K> | undefined> {
  const [document] = await storage.get(kind, [id])
  return document
}
