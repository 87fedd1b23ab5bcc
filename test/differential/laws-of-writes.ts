import { expect } from 'vitest'
import { NEVER } from '../../src/core/present/post.ts'
import { type Answer, ASKERS, type Asker, at, idsIn, listOf, WRITERS } from '../routes/calendar.ts'
import { Filled, WHOLE_WINDOW } from './filled.ts'
import type { Law } from './laws-of-lists.ts'
import { COLLECTION, KINDS, type Kind } from './made.ts'
import { transcript } from './play.ts'
import type { Fields, Json, Pair } from './steps.ts'
import type { OpenEmpty } from './storages.ts'
import { changedFields, plainRecord } from './writes.ts'

/*
 * What must hold among writes. Where several must come to the same, each has a calendar of its own; these are equal to
 * the byte before, and so must be after.
 */

/** Tried on calendars that are filled alike. */
export type TwinLaw = (twins: readonly [Filled, Filled, Filled]) => Promise<boolean>

export async function openTwins(seed: number, open: OpenEmpty): Promise<readonly [Filled, Filled, Filled]> {
  return [await Filled.open(seed, open), await Filled.open(seed, open), await Filled.open(seed, open)]
}

const someWriter = ({ dice }: Filled): Asker => (dice.chance(2) ? 'editor' : dice.oneOf(WRITERS))
const somePath = ({ dice, made }: Filled, kind: Kind): string => `/${COLLECTION[kind]}/${made.id(kind, dice)}`

const methodsOfUpdateAreOne: TwinLaw = async (twins) => {
  const [first] = twins
  const kind = first.dice.oneOf(KINDS)
  const [as, path, fields] = [
    someWriter(first),
    somePath(first, kind),
    changedFields(kind, first.dice, first.made),
  ]
  const [put, ...others] = await Promise.all(
    twins.map((twin, index) => twin.ask(['PUT', 'PATCH', 'POST'][index] ?? 'PUT', path, as, { fields })),
  )
  if (put === undefined) return false
  for (const other of others) expect(transcript(other)).toBe(transcript(put))
  return put.status === 200
}

const encodingsAreOne: TwinLaw = async (twins) => {
  const [byJson, byForm, byMultipart] = twins
  const kind = byJson.dice.oneOf(KINDS)
  const isNew = byJson.dice.chance(2)
  const { dice, made } = byJson
  const fields = byJson.resolved(
    withoutNulls(isNew ? plainRecord(kind, dice, made) : changedFields(kind, dice, made)),
  )
  const path = isNew ? `/${COLLECTION[kind]}` : somePath(byJson, kind)
  const as = someWriter(byJson)
  const pairs = pairsOf(fields)
  // A form of nothing cannot be written in parts.
  if (pairs.length === 0) return false
  const address = byJson.addressOf(path)
  const form = new FormData()
  for (const [name, value] of pairs) form.append(name, value)
  const method = 'POST'
  const json = await byJson.ask(method, path, as, { fields })
  const forms = [
    await byForm.send(
      address,
      { method, body: new URLSearchParams(pairs.map(([name, value]) => [name, value])) },
      as,
    ),
    await byMultipart.send(address, { method, body: form }, as),
  ]
  for (const answer of forms) {
    // A refusal may say of what kind the value should have been.
    if (json.status < 300) expect(transcript(answer), JSON.stringify(fields)).toBe(transcript(json))
    else expect([answer.status, answer.body.code], answer.text).toEqual([json.status, json.body.code])
  }
  return json.status < 300
}

/** A form knows no null, and no list of nothing. */
const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && !(isList(value) && value.length === 0))
      .map(([name, value]) => [name, inside(value)]),
  )

function inside(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  return isList(value) ? value.map(inside) : withoutNulls(value)
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

function pairsOf(value: Json, name = ''): Pair[] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) =>
    pairsOf(inner, name === '' ? key : `${name}[${key}]`),
  )
}

const stamps = ['modified', 'modified_utc']

/** What an answer shows of a record, but for when it was written. */
const lasting = ({ body }: Answer) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !stamps.includes(name)))

async function census(filled: Filled): Promise<unknown> {
  const counts: Record<string, number> = {}
  for (const kind of KINDS) counts[kind] = (await filled.all(COLLECTION[kind])).length
  return counts
}

const putTwiceIsOnce: Law = async (filled) => {
  const { dice, made } = filled
  const kind = dice.oneOf(KINDS)
  const path = somePath(filled, kind)
  const fields = changedFields(kind, dice, made)
  const first = await filled.ask('PUT', path, 'editor', { fields })
  if (first.status !== 200 || isPublishedBySecondWord(fields, first) || createsInTrash(fields)) return false
  const before = await census(filled)
  // At the same moment, for the sake of words such as `2 days ago`.
  const second = await filled.ask('PUT', path, 'editor', { fields })
  expect(second.status, second.text).toBe(200)
  expect(lasting(second), JSON.stringify(fields)).toEqual(lasting(first))
  expect(await census(filled)).toEqual(before)
  return true
}

/** `status: publish` without a date publishes what is scheduled; the first time it may have made it scheduled. */
const isPublishedBySecondWord = (fields: Fields, { body }: Answer): boolean =>
  fields.status === 'publish' && body.status === 'future'

/** What is made in the trash is not found by its name, and made again. */
const createsInTrash = ({ venue = null, organizer = null }: Fields): boolean =>
  JSON.stringify([venue, organizer]).includes('"status":"trash"')

/**
 * Without what cannot be sent back today: what stands for the slug and the date that a draft does not have is no slug,
 * and no date; and a cost that is shown in the currency of the site would from then on have a currency of its own.
 */
const sendable = ({ body }: Answer) =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        !(name === 'slug' && value === '') &&
        value !== NEVER &&
        !(name === 'cost' && at(body, 'cost_details', 'currency_symbol') === ''),
    ),
  )

/** Venues take these as words alone (docs/routes.md, bodies and values), though they show them as booleans. */
const switches = ({ body }: Answer) => ({
  show_map: String(body.show_map),
  show_map_link: String(body.show_map_link),
})

const whatWasReadCanBeSentBack: Law = async (filled) => {
  const { dice } = filled
  const collection = COLLECTION[dice.oneOf(KINDS)]
  const id = dice.oneOf([0, ...(await filled.all(collection))])
  const read = await filled.get(`/${collection}/${id}`, 'editor')
  // A venue or organizer that waits for review gets its slug from the first write of somebody who may publish it.
  if (read.status !== 200 || read.body.slug === undefined) return false
  const body = JSON.stringify({ ...sendable(read), ...(collection === 'venues' ? switches(read) : {}) })
  const init = { method: 'PUT', body, headers: { 'content-type': 'application/json' } }
  const before = await census(filled)
  const written = await filled.send(`/${collection}/${id}`, init, 'editor')
  expect([written.status, written.status === 200 ? '' : written.text]).toEqual([200, ''])
  const again = await filled.get(`/${collection}/${id}`, 'editor')
  expect(lasting(again)).toEqual(lasting(read))
  expect(await census(filled)).toEqual(before)
  return true
}

const deletingHides: Law = async (filled) => {
  const { dice } = filled
  const collection = dice.oneOf(['events', 'venues', 'organizers'])
  const as = dice.oneOf(ASKERS)
  const query: Pair[] = [['per_page', '50'], ...(collection === 'events' ? [WHOLE_WINDOW] : [])]
  const before = await filled.get(`/${collection}`, as, query)
  const ids = idsIn(before.body, collection)
  if (ids.length === 0) return false
  const id = dice.oneOf(ids)
  const counts = await counted(filled, id, collection)
  expect((await filled.ask('DELETE', `/${collection}/${id}`, 'editor')).status).toBe(200)

  const after = await filled.get(`/${collection}`, as, query)
  expect(idsIn(after.body, collection)).toEqual(ids.filter((one) => one !== id))
  expect(after.body.total).toBe(Number(before.body.total) - 1)
  expect([403, 200]).toContain((await filled.get(`/${collection}/${id}`, as)).status)
  expect((await filled.get(`/${collection}/${id}`, 'visitor')).status).toBe(403)
  for (const [path, count] of counts) {
    expect([path, at((await filled.get(path, 'editor')).body, 'count')]).toEqual([path, count - 1])
  }
  return true
}

/** The terms of a published event, with how many events each counts. */
async function counted(
  filled: Filled,
  id: number,
  collection: string,
): Promise<[path: string, count: number][]> {
  const { body } = await filled.get(`/${collection}/${id}`, 'editor')
  if (collection !== 'events' || body.status !== 'publish') return []
  return (['categories', 'tags'] as const).flatMap((terms) =>
    listOf(body[terms]).map((term): [string, number] => [
      `/${terms}/${at(term, 'id')}`,
      Number(at(term, 'count')),
    ]),
  )
}

export const TWIN_LAWS: Readonly<Record<string, TwinLaw>> = {
  'POST, PUT and PATCH change a record alike': methodsOfUpdateAreOne,
  'JSON, a form and a form in parts say the same': encodingsAreOne,
}

export const LAWS_OF_WRITES: Readonly<Record<string, Law>> = {
  'PUT twice is PUT once': putTwiceIsOnce,
  'what was read can be sent back, and changes nothing': whatWasReadCanBeSentBack,
  'what is deleted leaves lists and counts, and nothing else does': deletingHides,
}
