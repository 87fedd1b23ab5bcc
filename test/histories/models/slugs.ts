import type { Subject } from '../checker/judge.ts'
import type { Model, Operation } from '../checker/operation.ts'

/*
 * Slugs as a map from slug to the ID that holds it. A family is all slugs that records of one kind may come to from a few
 * names that many want; renames stay in the family, so families do not know of each other.
 *
 * Which number a slug that is taken gets is not of the model: in a crowd it is any free one. A name that was free may be
 * numbered too, if it was taken when the write was decided.
 */

export type SlugInput = {
  readonly family: string
} /** No two records have the same title, so that a read tells which creation it saw. */ & (
  | { readonly do: 'create'; readonly slug: string; readonly title: string }
  | { readonly do: 'read'; readonly slug: string }
  /** Gives the record another slug, and takes it out of the trash if it is there. */
  | { readonly do: 'rename'; readonly what: Named; readonly to: string }
  | { readonly do: 'trash'; readonly what: Named }
)

export type Named = { readonly id: number } | { readonly slug: string }

/** The record that was shown; `none`: 404; `gone`: 410, it is in the trash already. */
export type SlugOutcome = Holder | 'none' | 'gone'

export interface Holder {
  readonly id: number
  readonly slug: string
  readonly title: string
}

/** A record of which nobody knows the slug has one that begins with a question mark. */
type Slugs = ReadonlyMap<string, number>

type History = readonly Operation<SlugInput, SlugOutcome>[]

export const slugs: Subject<SlugInput, SlugOutcome, Slugs> = {
  partition: ({ family }) => family,
  model,
}

const isOf = (slug: string, wanted: string): boolean =>
  slug === wanted || (slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1)))

function model(history: History): Model<SlugInput, SlugOutcome, Slugs> {
  const seen = observed(history)
  return {
    initial: new Map(),
    next: (state, input, outcome) =>
      outcome === undefined ? unknown(seen, state, input) : known(seen, state, input, outcome),
    isRead: (input, outcome) => input.do === 'read' || outcome === 'none' || outcome === 'gone',
    keyOf: (state) =>
      [...state]
        .map(([slug, id]) => `${slug}=${id}`)
        .sort()
        .join(),
    effectOf: JSON.stringify,
    describe,
  }
}

function known(seen: Seen, state: Slugs, input: SlugInput, outcome: SlugOutcome): readonly Slugs[] {
  if (outcome === 'gone') return input.do === 'trash' && mayBeTrashed(seen, state, input.what) ? [state] : []
  if (outcome === 'none') {
    const slug = input.do === 'read' ? input.slug : input.do === 'create' ? undefined : slugOf(input.what)
    return slug === undefined || state.has(slug) ? [] : [state]
  }
  switch (input.do) {
    case 'read':
      return outcome.slug === input.slug && state.get(input.slug) === outcome.id ? [state] : []
    case 'create':
      if (heldBy(state, outcome.id) !== undefined) return []
      return isOf(outcome.slug, input.slug) ? moved(state, outcome.id, outcome.slug) : []
    case 'rename':
      if (heldBy(state, outcome.id) === undefined) return []
      return isNamed(state, input.what, outcome.id) && isOf(outcome.slug, input.to)
        ? moved(state, outcome.id, outcome.slug)
        : []
    case 'trash': {
      const held = heldBy(state, outcome.id)
      const isRight = held !== undefined && (isUnseen(held) || isOf(outcome.slug, `${held}__trashed`))
      return isNamed(state, input.what, outcome.id) && isRight ? moved(state, outcome.id, outcome.slug) : []
    }
  }
}

/** Wherever the record was seen ever; else it is where nobody looked, and in nobody's way. */
function unknown(seen: Seen, state: Slugs, input: SlugInput): readonly Slugs[] {
  if (input.do === 'read') return []
  const places = (id: number, wanted: (slug: string) => boolean) =>
    [...[...(seen.slugs.get(id) ?? [])].filter(wanted), unseen(id)]
      .flatMap((slug) => moved(state, id, slug))
      .filter((after) => after !== state)
  if (input.do === 'create') {
    const id = seen.created.get(input.title)
    return id === undefined || heldBy(state, id) !== undefined
      ? []
      : places(id, (slug) => isOf(slug, input.slug))
  }
  return perhapsNamed(state, input.what).flatMap((id) => {
    const held = heldBy(state, id)
    if (held === undefined) return []
    if (input.do === 'rename') return places(id, (slug) => isOf(slug, input.to))
    return places(id, (slug) => isUnseen(held) || isOf(slug, `${held}__trashed`))
  })
}

/** No slug begins like that. */
const unseen = (id: number): string => `?${id}`

const isUnseen = (slug: string): boolean => slug.startsWith('?')

/** Where a slug is nobody's, as far as anybody knows, it may be that of a record that nobody saw there. */
function perhapsNamed(state: Slugs, what: Named): readonly number[] {
  const id = idOf(state, what)
  if (id !== undefined) return [id]
  return [...state].flatMap(([slug, holder]) => (isUnseen(slug) ? [holder] : []))
}

interface Seen {
  /** The slugs under which each record was ever shown. */
  readonly slugs: ReadonlyMap<number, ReadonlySet<string>>
  /** The IDs of records by their title. */
  readonly created: ReadonlyMap<string, number>
}

function observed(history: History): Seen {
  const seen = new Map<number, Set<string>>()
  const created = new Map<string, number>()
  for (const { input, outcome } of history) {
    if (outcome === undefined || typeof outcome === 'string') continue
    const all = seen.get(outcome.id) ?? new Set()
    seen.set(outcome.id, all.add(outcome.slug))
    created.set(outcome.title, outcome.id)
    const named = input.do === 'rename' || input.do === 'trash' ? slugOf(input.what) : undefined
    if (named !== undefined) all.add(named)
  }
  return { slugs: seen, created }
}

/** The record has this slug and no other; impossible while another holds it. */
function moved(state: Slugs, id: number, slug: string): readonly Slugs[] {
  const holder = state.get(slug)
  if (holder === id) return [state]
  if (holder !== undefined) return []
  const held = heldBy(state, id)
  return [new Map([...(held === undefined ? state : without(state, held)), [slug, id]])]
}

function without(state: Slugs, slug: string): Slugs {
  const after = new Map(state)
  after.delete(slug)
  return after
}

function heldBy(state: Slugs, id: number): string | undefined {
  for (const [slug, holder] of state) if (holder === id) return slug
  return undefined
}

const slugOf = (what: Named): string | undefined => ('slug' in what ? what.slug : undefined)

const idOf = (state: Slugs, what: Named): number | undefined =>
  'slug' in what ? state.get(what.slug) : what.id

const isNamed = (state: Slugs, what: Named, id: number): boolean => idOf(state, what) === id

/** A record that no answer ever showed is in no state: it may be anywhere. */
const mayBeTrashed = (seen: Seen, state: Slugs, what: Named): boolean => {
  const id = idOf(state, what)
  if (id !== undefined && !seen.slugs.has(id)) return true
  const held = id === undefined ? undefined : heldBy(state, id)
  return held !== undefined && (isUnseen(held) || held.includes('__trashed'))
}

function describe(input: SlugInput, outcome: SlugOutcome | undefined): string {
  const name = (what: Named) => ('slug' in what ? `"${what.slug}"` : `ID ${what.id}`)
  const asked =
    input.do === 'create'
      ? `create "${input.slug}"`
      : input.do === 'read'
        ? `read "${input.slug}"`
        : input.do === 'rename'
          ? `rename ${name(input.what)} to "${input.to}"`
          : `trash ${name(input.what)}`
  if (outcome === undefined) return `${asked} → unknown`
  if (typeof outcome === 'string') return `${asked} → ${outcome === 'none' ? '404' : '410'}`
  return `${asked} → ID ${outcome.id} "${outcome.slug}"`
}
