import type { EventsApi } from 'kalends'
import type { Document } from '../../src/storage/contract.ts'
import { type Documents, nameOf } from './ledger.ts'
import { WORD } from './requests.ts'
import type { Acknowledged, Body, Told } from './told.ts'

/*
 * What clients were promised by the interface. It knows requests and answers alone, and nothing of how a write becomes
 * commits: what one creation named is there together, or none of it.
 */

export const ROOT = 'http://calendar.example/vendor/events/v1'

interface Creation {
  readonly body: Body
  isAcknowledged: boolean
}

type Pieces = Record<'event' | 'venue' | 'organizer' | 'tag', number>

const COLLECTION_OF: Readonly<Partial<Record<string, 'event' | 'venue'>>> = {
  events: 'event',
  venues: 'venue',
}

const wordOf = (body: Body): string | undefined => body.website?.match(WORD)?.[0]

function namedBy(body: Body): Pieces {
  return {
    event: 1,
    venue: typeof body.venue === 'object' ? 1 : 0,
    organizer: body.organizer?.filter((one) => typeof one === 'object').length ?? 0,
    tag: body.tags?.filter((one) => typeof one === 'string').length ?? 0,
  }
}

export class Answers {
  readonly #creations = new Map<string, Creation>()
  /** By document, the acknowledged write of the highest version. */
  readonly #latest = new Map<string, Acknowledged>()

  tell(told: Told): void {
    if (told.say !== 'intent' && told.say !== 'ack') return
    const { method, collection, body } = told.request
    const word = method === 'POST' && collection === 'events' && body !== undefined ? wordOf(body) : undefined
    if (told.say === 'intent') {
      // What is sent again after 503 is the same creation.
      if (word !== undefined && body !== undefined) this.#creations.set(word, { body, isAcknowledged: false })
      return
    }
    const creation = word === undefined ? undefined : this.#creations.get(word)
    if (creation !== undefined && told.status === 201) creation.isAcknowledged = true
    const kind = COLLECTION_OF[collection]
    if (kind === undefined || told.version === 0) return
    const name = nameOf({ kind, id: told.id })
    if ((this.#latest.get(name)?.version ?? 0) < told.version) this.#latest.set(name, told)
  }

  /** What is wrong with what was told since it was last asked. */
  async verify(api: EventsApi, documents: Documents): Promise<string[]> {
    const problems = this.#halves(documents)
    for (const [name, acknowledged] of this.#latest) {
      problems.push(...(await againstAnswers(api, acknowledged, documents.get(name))))
    }
    this.#creations.clear()
    this.#latest.clear()
    return problems
  }

  #halves(documents: Documents): string[] {
    const found = new Map<string, Pieces>()
    for (const { word, kind } of wordsIn(documents)) {
      const pieces = found.get(word) ?? { event: 0, venue: 0, organizer: 0, tag: 0 }
      if (kind in pieces) pieces[kind]++
      found.set(word, pieces)
    }
    const problems: string[] = []
    for (const [word, { body, isAcknowledged }] of this.#creations) {
      const there = Object.entries(found.get(word) ?? {})
      const named: Readonly<Record<string, number>> = namedBy(body)
      const isAbsent = there.every(([, count]) => count === 0)
      const isWhole = there.length > 0 && there.every(([kind, count]) => count >= (named[kind] ?? 0))
      if (isAbsent && isAcknowledged) problems.push(`${word} was answered 201, and nothing of it is there`)
      if (!isAbsent && !isWhole) {
        problems.push(
          `half of ${word} is there: ${JSON.stringify(Object.fromEntries(there))} of ${JSON.stringify(named)}`,
        )
      }
    }
    return problems
  }
}

function* wordsIn(documents: Documents): Iterable<{ word: string; kind: keyof Pieces }> {
  for (const { data, kind } of withKinds(documents)) {
    if (kind === 'category') continue
    for (const word of new Set(data.match(WORD))) yield { word, kind }
  }
}

function* withKinds(documents: Documents): Iterable<{ data: string; kind: keyof Pieces | 'category' }> {
  const kinds = ['event', 'venue', 'organizer', 'tag', 'category'] as const
  for (const [name, { data }] of documents) {
    const kind = kinds.find((one) => name.startsWith(`${one} `))
    if (kind !== undefined) yield { data, kind }
  }
}

/** A record as it was last answered, by its ID and by its slug. */
async function againstAnswers(
  api: EventsApi,
  { request, id, slug, version }: Acknowledged,
  document: Document | undefined,
): Promise<string[]> {
  const { collection } = request
  const name = `${collection}/${id}`
  if (document === undefined) return [`${name} was acknowledged, and is not there`]
  if (document.version < version)
    return [`${name} was acknowledged as version ${version}, and is ${document.version}`]
  // Another write came later: what that one wrote is the other ledger's business.
  if (document.version > version) return []
  const byId = await read(api, `${name}`)
  if (byId.status !== 200 || byId.slug !== slug) {
    return [`${name} answers ${byId.status} with the slug '${byId.slug}'; acknowledged was '${slug}'`]
  }
  // Drafts may share a slug, or have none.
  if (!('unique_slug' in document.keys) || document.keys.unique_slug === null) return []
  const bySlug = await read(api, `${collection}/by-slug/${slug}`)
  return bySlug.id === id ? [] : [`${collection}/by-slug/${slug} answers ${bySlug.id} instead of ${id}`]
}

async function read(api: EventsApi, path: string): Promise<{ status: number; id?: number; slug?: string }> {
  const response = await api.fetch(new Request(`${ROOT}/${path}`))
  const { id, slug }: { id?: number; slug?: string } = await response.json()
  return {
    status: response.status,
    ...(id === undefined ? {} : { id }),
    ...(slug === undefined ? {} : { slug }),
  }
}
