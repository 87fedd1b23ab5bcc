import type { Dice } from '../../src/testing/dice.ts'
import { type Asker, at, type Calendar, idOf } from '../routes/calendar.ts'

/** A start on one of a few evenings, so that series meet themselves. */
function someTimes(dice: Dice) {
  const day = `2027-04-${10 + dice.upTo(20)}`
  return { start_date: `${day} 19:00`, end_date: `${day} ${20 + dice.upTo(3)}:00` }
}

const someRule = (dice: Dice): string =>
  `FREQ=${dice.oneOf(['DAILY', 'WEEKLY', 'MONTHLY'])};COUNT=${1 + dice.upTo(5)}`

/** Random writes of events that repeat. A write may be refused, as long as nothing changes. */
export class SeriesWrites {
  readonly #ask: Calendar['ask']
  readonly #dice: Dice
  /** Series and occurrences. */
  readonly #ids: number[] = []

  constructor({ ask }: Calendar, dice: Dice) {
    this.#ask = ask
    this.#dice = dice
  }

  async write(): Promise<void> {
    const dice = this.#dice
    if (this.#ids.length < 4 || dice.chance(4)) return this.#create()
    const path = `/events/${dice.oneOf(this.#ids)}${dice.oneOf(['', '', '?scope=future', '?scope=all'])}`
    if (dice.chance(5)) await this.#ask('DELETE', path)
    else await this.#ask('PATCH', path, this.#changes())
  }

  async #create(): Promise<void> {
    const dice = this.#dice
    const as = dice.oneOf<Asker>(['editor', 'author', 'contributor'])
    const fields = {
      title: `Series ${this.#ids.length}`,
      ...someTimes(dice),
      recurrence: { rrule: someRule(dice) },
    }
    const { status, body } = await this.#ask('POST', '/events', fields, as)
    if (status !== 201) return
    const series = idOf(body)
    const { body: list } = await this.#ask('GET', `/events?post_parent=${series}&starts_after=0001-01-01`)
    this.#ids.push(series, ...[at(list, 'events')].flat().map(idOf))
  }

  #changes(): object {
    const dice = this.#dice
    return dice.oneOf<() => object>([
      () => ({ title: `Title ${dice.upTo(100)}` }),
      () => ({ status: dice.oneOf(['publish', 'publish', 'draft', 'private', 'trash']) }),
      () => ({ hide_from_listings: dice.chance(2) }),
      () => someTimes(dice),
      () => ({ recurrence: { rrule: someRule(dice) } }),
      () => ({ recurrence: null }),
    ])()
  }
}
