import type { EventsApi } from 'kalends'
import type { Dice } from '../../../src/testing/dice.ts'
import type { RegisterInput, RegisterOutcome } from '../models/register.ts'
import { type Ask, asking, type Client, outcomeOf, type Recorder, type Reply } from './client.ts'

/*
 * Clients that read a few events and write them, mostly on the condition that they are still as the client saw them.
 */

export const EVENTS = 6

const TIMES = { start_date: '2031-06-01 18:00:00', end_date: '2031-06-01 20:00:00' }

/** One write in so many is left before its answer. */
export const ABANDONED = 25

/** Each is of the history from its creation on, which is written down once its ID is known. */
export async function createEvents(
  api: Pick<EventsApi, 'fetch'>,
  { note }: Recorder<RegisterInput, RegisterOutcome>,
  now: () => number,
): Promise<number[]> {
  const ask = asking(api, 1)
  const events: number[] = []
  for (let number = 1; number <= EVENTS; number++) {
    const title = `Contended ${number}`
    const invoked = now()
    const { status, version, json } = await ask('POST', '/events', { ...TIMES, title })
    if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(json)}`)
    note({ begin: { client: '0', invoked, input: { do: 'create', event: json.id, title } } })
    note({ end: { client: '0', returned: now(), outcome: { version, title: json.title ?? '' } } })
    events.push(json.id)
  }
  return events
}

export async function registerClient(
  client: Client<RegisterInput, RegisterOutcome>,
  dice: Dice,
  { steps, events }: { readonly steps: number; readonly events: readonly number[] },
): Promise<void> {
  const versions = new Map<number, number>()
  let event = dice.oneOf(events)
  for (let step = 0; step < steps; step++) {
    if (dice.chance(4)) event = dice.oneOf(events)
    const input = choose(dice, event, versions.get(event), `Write ${client.name} ${step}`)
    const run = (ask: Ask) => perform(ask, input)
    if (input.do === 'update' && dice.chance(ABANDONED)) {
      await client.abandon(input, run)
      continue
    }
    const outcome = await client.record(input, run)
    // Who was refused looks again first.
    if (outcome === undefined || typeof outcome === 'string') versions.delete(event)
    else versions.set(event, outcome.version)
  }
}

/** One operation in so many of a client that reads is a write. */
const WRITES = 60

export async function readingClient(
  client: Client<RegisterInput, RegisterOutcome>,
  dice: Dice,
  { steps, events }: { readonly steps: number; readonly events: readonly number[] },
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const event = dice.oneOf(events)
    const input: RegisterInput = dice.chance(WRITES)
      ? { do: 'update', event, title: `Write ${client.name} ${step}` }
      : { do: 'read', event }
    await client.record(input, (ask) => perform(ask, input))
    // Otherwise answers from memory would let no other client have its turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function choose(dice: Dice, event: number, version: number | undefined, title: string): RegisterInput {
  const chosen = dice.upTo(10)
  if (chosen === 0) return { do: 'update', event, title }
  if (version === undefined || chosen < 4) return { do: 'read', event }
  return { do: 'update', event, title, ifVersion: version }
}

const shown = ({ version, json }: Reply): RegisterOutcome => ({ version, title: json.title ?? '' })

export async function perform(ask: Ask, input: RegisterInput): Promise<RegisterOutcome | undefined> {
  const path = `/events/${input.event}`
  if (input.do === 'read') {
    // As a visitor, whose responses may come from the cache.
    const reply = await ask('GET', path, undefined, { authorization: null })
    return outcomeOf<RegisterOutcome>(reply, { 200: shown, 404: () => 'none' })
  }
  const condition =
    input.do === 'update' && input.ifVersion !== undefined ? { 'if-match': `"${input.ifVersion}"` } : {}
  const reply = await ask('PUT', path, { title: input.title }, condition)
  return outcomeOf<RegisterOutcome>(reply, { 200: shown, 404: () => 'none', 412: () => 'stale' })
}
