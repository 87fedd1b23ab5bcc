import { createEventsApi, type EventsApi, type EventsApiOptions } from 'kalends'
import type { Storage } from '../../../src/storage/contract.ts'
import { Dice } from '../../../src/testing/dice.ts'
import type { IdempotencyInput, IdempotencyOutcome } from '../models/idempotency.ts'
import type { NameInput, NameOutcome } from '../models/names.ts'
import type { RegisterInput, RegisterOutcome } from '../models/register.ts'
import type { SlugInput, SlugOutcome } from '../models/slugs.ts'
import { type Client, clientOf, type Surroundings } from './client.ts'
import { idempotencyClient, usersOf } from './idempotency.ts'
import { nameClient } from './names.ts'
import { readingClient, registerClient } from './register.ts'
import { slugClient } from './slugs.ts'

/** What the clients of one process do at the same time. */
export type Task = Crowd &
  (
    | { readonly do: 'register' | 'reads'; readonly events: readonly number[] }
    | { readonly do: 'slugs' }
    | { readonly do: 'names' }
    /** `run`: what its keys begin with. */
    | { readonly do: 'idempotency'; readonly run: string }
  )

export interface Crowd {
  readonly seed: number
  readonly clients: number
  /** Operations of each client. */
  readonly steps: number
}

/** A task with what one client does of it, by its number. */
export interface Load<I, O> {
  readonly task: Task
  readonly client: (client: Client<I, O>, dice: Dice, number: number) => Promise<void>
}

export function registerLoad(crowd: Crowd, events: readonly number[]): Load<RegisterInput, RegisterOutcome> {
  return {
    task: { ...crowd, do: 'register', events },
    client: (client, dice) => registerClient(client, dice, { steps: crowd.steps, events }),
  }
}

/** Visitors who read the same events, and seldom somebody who writes one. */
export function readLoad(crowd: Crowd, events: readonly number[]): Load<RegisterInput, RegisterOutcome> {
  return {
    task: { ...crowd, do: 'reads', events },
    client: (client, dice) => readingClient(client, dice, { steps: crowd.steps, events }),
  }
}

export function slugLoad(crowd: Crowd): Load<SlugInput, SlugOutcome> {
  return {
    task: { ...crowd, do: 'slugs' },
    client: (client, dice) => slugClient(client, dice, { steps: crowd.steps }),
  }
}

export function nameLoad(crowd: Crowd): Load<NameInput, NameOutcome> {
  return {
    task: { ...crowd, do: 'names' },
    client: (client, dice) => nameClient(client, dice, { steps: crowd.steps }),
  }
}

export function idempotencyLoad(crowd: Crowd, run: string): Load<IdempotencyInput, IdempotencyOutcome> {
  const { steps } = crowd
  return {
    task: { ...crowd, do: 'idempotency', run },
    client: (client, dice, number) => idempotencyClient(client, dice, { steps, user: usersOf(number), run }),
  }
}

/** Does what a task says in this process, which has a number among those that do. */
export function perform(
  surroundings: Surroundings<unknown, unknown>,
  task: Task,
  process: number,
): Promise<void> {
  switch (task.do) {
    case 'register':
      return together(surroundings, registerLoad(task, task.events), process)
    case 'reads':
      return together(surroundings, readLoad(task, task.events), process)
    case 'slugs':
      return together(surroundings, slugLoad(task), process)
    case 'names':
      return together(surroundings, nameLoad(task), process)
    case 'idempotency':
      return together(surroundings, idempotencyLoad(task, task.run), process)
  }
}

export async function together<I, O>(
  surroundings: Surroundings<I, O>,
  { task, client }: Load<I, O>,
  process: number,
): Promise<void> {
  const numbers = Array.from({ length: task.clients }, (_, index) => index + 1)
  const running = numbers.map((number) =>
    client(
      clientOf(surroundings, `${process}.${number}`, usersOf(number)),
      new Dice(task.seed + 1000 * process + number),
      number,
    ),
  )
  await Promise.all(running)
}

export const apiOf = (storage: Storage, options: EventsApiOptions = {}): EventsApi =>
  createEventsApi(storage, {
    ...options,
    // Of a clock that nobody sets.
    now: () => new Date(performance.timeOrigin + performance.now()),
    authenticate: ({ headers }) => {
      const token = headers.get('authorization')
      return token === null ? null : { id: Number(token.replace('Bearer ', '')), role: 'administrator' }
    },
    onError: (error) => {
      // Clients are told 503 then, which is an outcome.
      if (!(error instanceof Error) || !/^(StorageUnavailable|ApiError)$/.test(error.name))
        console.error(error)
    },
  })

/** Nanoseconds since `base` by the clock that all processes of the machine share. */
export const clockFrom = (base: bigint) => (): number => Number(process.hrtime.bigint() - base)
