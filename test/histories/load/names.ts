import type { Dice } from '../../../src/testing/dice.ts'
import type { NameInput, NameKind, NameOutcome } from '../models/names.ts'
import { type Ask, type Client, outcomeOf, type Reply } from './client.ts'
import { ABANDONED } from './register.ts'

/*
 * Clients that all ask for records of the same few new names, by themselves and inline, however they are spelled, and
 * remove them again. They go from name to name at about the same time, so that each name is new for all of them at once.
 */

const KINDS = ['venue', 'organizer', 'category', 'tag'] as const
const COLLECTIONS = { venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const

/**
 * Operations of each client before it goes on to the next name: few, so that clients of three processes reach all kinds,
 * and that the search for an order of those of one name stays short.
 */
const STAY = 3

export async function nameClient(
  client: Client<NameInput, NameOutcome>,
  dice: Dice,
  { steps }: { readonly steps: number },
): Promise<void> {
  let own: { readonly name: string; readonly id: number } | undefined
  for (let step = 0; step < steps; step++) {
    const round = Math.floor(step / STAY)
    const kind = KINDS[round % KINDS.length] ?? 'tag'
    const name = `named${round}end`
    const input = choose(dice, kind, name, own?.name === name ? own.id : undefined)
    const run = (ask: Ask) => perform(ask, input)
    if (input.do !== 'list' && dice.chance(ABANDONED)) {
      await client.abandon(input, run)
      continue
    }
    const outcome = await client.record(input, run)
    if (typeof outcome === 'object' && 'id' in outcome) own = { name, id: outcome.id }
  }
}

function choose(dice: Dice, kind: NameKind, name: string, own: number | undefined): NameInput {
  const spelled = dice.oneOf([name, name.toUpperCase(), ` ${name} `, name.replace('n', 'ñ')])
  const chosen = dice.upTo(20)
  if (own !== undefined && chosen < 4) return { do: 'remove', kind, name, id: own }
  if (chosen < 8) return { do: 'list', kind, name }
  return { do: chosen < 14 ? 'create' : 'inline', kind, name, spelled }
}

export async function perform(ask: Ask, input: NameInput): Promise<NameOutcome | undefined> {
  const collection = COLLECTIONS[input.kind]
  const isTerm = input.kind === 'category' || input.kind === 'tag'
  switch (input.do) {
    case 'create': {
      const reply = await ask('POST', `/${collection}`, { [isTerm ? 'name' : input.kind]: input.spelled })
      return outcomeOf<NameOutcome>(reply, {
        201: ({ json }) => (isTerm ? { id: json.id, isNew: true } : { id: json.id }),
        400: existing,
      })
    }
    case 'inline': {
      const record = isTerm ? input.spelled : { [input.kind]: input.spelled }
      const field = input.kind === 'organizer' || input.kind === 'venue' ? input.kind : collection
      const body = {
        title: `With ${input.spelled}`,
        start_date: '2031-06-01 18:00:00',
        end_date: '2031-06-01 20:00:00',
        status: 'draft',
        [field]: [record],
      }
      const reply = await ask('POST', '/events', body)
      return outcomeOf<NameOutcome | undefined>(reply, { 201: ({ json }) => linked(json, field) })
    }
    case 'remove':
      return outcomeOf<NameOutcome>(await ask('DELETE', `/${collection}/${input.id}`), {
        200: () => 'removed',
        404: () => 'gone',
        410: () => 'gone',
      })
    case 'list':
      return outcomeOf<NameOutcome>(
        await ask('GET', `/${collection}?search=${input.name}&per_page=50&hide_empty=0`),
        { 200: ({ json }) => ({ records: idsAt(json, collection) }), 404: () => ({ records: [] }) },
      )
  }
}

function existing({ json }: Reply): NameOutcome {
  if (json.code !== 'term_exists') throw new Error(`400 ${json.code}`)
  const data: unknown = Reflect.get(json, 'data')
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'term_id') : undefined
  if (typeof id !== 'number') throw new Error('which term exists is not said')
  return { id, isNew: false }
}

/** The one that an event shows. It shows none that was removed before the answer was made: which one is not told then. */
function linked(json: Reply['json'], field: string): NameOutcome | undefined {
  const [id, ...more] = idsAt({ [field]: [Reflect.get(json, field)].flat() }, field)
  if (more.length > 0) throw new Error(`not one ${field}: ${JSON.stringify(json)}`)
  return id === undefined ? undefined : { id }
}

function idsAt(json: object, collection: string): number[] {
  const records: unknown = Reflect.get(json, collection)
  if (!Array.isArray(records)) throw new Error(`no ${collection}: ${JSON.stringify(json)}`)
  return records.map((record: unknown) => Number(Reflect.get(Object(record), 'id'))).sort((a, b) => a - b)
}
