import type { Dice } from '../../../src/testing/dice.ts'
import type { IdempotencyInput, IdempotencyOutcome } from '../models/idempotency.ts'
import { type Ask, type Client, outcomeOf } from './client.ts'
import { ABANDONED } from './register.ts'

/*
 * Clients that create under the same `Idempotency-Key`, mostly the same, and look what there is. They go from key to key
 * at about the same time, so that each key is new for all of them at once.
 */

/** Operations of each client before it goes on to the next key. */
const STAY = 5

/** Who asks, by the number of the client: two, whose keys are the same texts. */
export const usersOf = (client: number): number => 1 + (client % 2)

export async function idempotencyClient(
  client: Client<IdempotencyInput, IdempotencyOutcome>,
  dice: Dice,
  { steps, user, run }: { readonly steps: number; readonly user: number; readonly run: string },
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const key = `${run}-${Math.floor(step / STAY)}`
    const input: IdempotencyInput = dice.chance(4)
      ? { do: 'list', user, key }
      : { do: 'create', user, key, title: `${wordOf(key, user)} ${dice.chance(4) ? 'other' : 'first'}` }
    const running = (ask: Ask) => perform(ask, input)
    if (input.do === 'create' && dice.chance(ABANDONED)) await client.abandon(input, running)
    else await client.record(input, running)
  }
}

/** All titles of a key have it, and no others: it is what they are found by. */
const wordOf = (key: string, user: number): string => `keyed${key.replace(/\W/g, 'x')}by${user}end`

export async function perform(ask: Ask, input: IdempotencyInput): Promise<IdempotencyOutcome | undefined> {
  if (input.do === 'create') {
    const body = { title: input.title, start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }
    const reply = await ask('POST', '/events', body, { 'idempotency-key': input.key })
    return outcomeOf<IdempotencyOutcome>(reply, {
      201: ({ json, isReplayed }) => ({ id: json.id, title: json.title ?? '', isReplayed }),
      422: ({ json }) => {
        if (json.code !== 'rest_idempotency_key_reused') throw new Error(`422 ${json.code}`)
        return 'reused'
      },
    })
  }
  const query = `search=${wordOf(input.key, input.user)}&per_page=50&start_date=2031-01-01&end_date=2032-01-01`
  return outcomeOf<IdempotencyOutcome>(await ask('GET', `/events?${query}`), {
    200: ({ json }) => ({
      records: (json.events ?? []).map(({ id, title }) => ({ id, title })).sort((a, b) => a.id - b.id),
    }),
  })
}
