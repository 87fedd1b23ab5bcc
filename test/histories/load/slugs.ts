import type { Dice } from '../../../src/testing/dice.ts'
import type { Named, SlugInput, SlugOutcome } from '../models/slugs.ts'
import { type Ask, type Client, outcomeOf, type Reply } from './client.ts'
import { ABANDONED } from './register.ts'

/*
 * Clients that all want the same few slugs: they create records under them, rename them to one another, throw them into
 * the trash, by ID and by slug, and read by slug.
 */

const FAMILIES = [
  'events 1',
  'events 2',
  'events 3',
  'events 4',
  'events 5',
  'venues 1',
  'venues 2',
  'venues 3',
]

/** Of each family; those numbered are what a second and a third holder usually get. */
const NAMES = ['ash', 'elm'] as const
const READ = ['ash', 'ash-2', 'elm', 'elm-2'] as const

export async function slugClient(
  client: Client<SlugInput, SlugOutcome>,
  dice: Dice,
  { steps }: { readonly steps: number },
): Promise<void> {
  const own = new Map<string, number>()
  let family = dice.oneOf(FAMILIES)
  for (let step = 0; step < steps; step++) {
    if (dice.chance(3)) family = dice.oneOf(FAMILIES)
    const input = choose(dice, family, own.get(family), `Made by ${client.name} ${step}`)
    const run = (ask: Ask) => perform(ask, input)
    if (input.do !== 'read' && dice.chance(ABANDONED)) {
      await client.abandon(input, run)
      continue
    }
    const outcome = await client.record(input, run)
    if (typeof outcome === 'object') own.set(family, outcome.id)
  }
}

function choose(dice: Dice, family: string, own: number | undefined, title: string): SlugInput {
  const name = (names: readonly string[]) => `${family.replace(' ', '')}-${dice.oneOf(names)}`
  const what: Named = own === undefined || dice.chance(2) ? { slug: name(NAMES) } : { id: own }
  const chosen = dice.upTo(20)
  if (chosen < 5) return { do: 'create', family, slug: name(NAMES), title }
  if (chosen < 12) return { do: 'read', family, slug: name(READ) }
  if (chosen < 16) return { do: 'rename', family, what, to: name(NAMES) }
  return { do: 'trash', family, what }
}

const shown = ({ json: { id, slug, title, venue } }: Reply): SlugOutcome => ({
  id,
  slug,
  title: title ?? venue ?? '',
})

const outcome = (reply: Reply): SlugOutcome | undefined =>
  outcomeOf<SlugOutcome>(reply, { 200: shown, 201: shown, 404: () => 'none', 410: () => 'gone' })

export async function perform(ask: Ask, input: SlugInput): Promise<SlugOutcome | undefined> {
  const [collection = ''] = input.family.split(' ')
  const at = (what: Named) =>
    `/${collection}/${'id' in what ? what.id : `by-slug/${encodeURIComponent(what.slug)}`}`
  switch (input.do) {
    case 'create':
      return outcome(await ask('POST', `/${collection}`, fields(collection, input)))
    case 'read':
      return outcome(await ask('GET', at(input)))
    case 'rename':
      return outcome(await ask('PUT', at(input.what), { slug: input.to, status: 'publish' }))
    case 'trash':
      return outcome(await ask('DELETE', at(input.what)))
  }
}

const fields = (collection: string, { slug, title }: { readonly slug: string; readonly title: string }) =>
  collection === 'venues'
    ? { venue: title, slug }
    : { title, slug, start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }
