import type { Dice } from '../../src/testing/dice.ts'

export const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const
export type Kind = (typeof KINDS)[number]

export const COLLECTION = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<Kind, string>

/** What the steps so far are meant to have made, by its references; whether they did is known when they are played. */
export class Made {
  readonly #names: Record<Kind, string[]> = { event: [], venue: [], organizer: [], category: [], tag: [] }

  add(kind: Kind, name: string): void {
    this.#names[kind].push(name)
  }

  /** The reference of one of a kind, the latest more often; now and then of one that there is not. */
  name(kind: Kind, dice: Dice): string {
    const names = this.#names[kind]
    if (names.length === 0 || dice.chance(40)) return '0'
    return dice.oneOf(dice.chance(3) ? names.slice(-3) : names)
  }

  id(kind: Kind, dice: Dice): string {
    return `{${this.name(kind, dice)}}`
  }

  /** Mostly of the kind; else of another, which shares the sequence of IDs or not. */
  idNear(kind: Kind, dice: Dice): string {
    return this.id(dice.chance(40) ? dice.oneOf(KINDS) : kind, dice)
  }
}
