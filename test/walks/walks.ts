import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import { type Calendar, idsIn, on, openCalendar } from '../routes/calendar.ts'
import { LISTS, type ListName, ORDERS, walk } from './walk.ts'

/* Walks of one calendar, in every order, while others write. */

/** Records of each list that nobody writes, and records that others write. */
const QUIET = 9
const BUSY = 8

const TITLES = [
  'Market',
  'market',
  'Ärger',
  'Fair',
  'Fair',
  '音楽',
  `${'A name that many have '.repeat(9)}end`,
]

const two = (number: number): string => String(number).padStart(2, '0')

function fieldsOf(list: ListName, dice: Dice, number: number): object {
  const title = dice.oneOf(TITLES)
  const date = `2027-01-0${1 + dice.upTo(3)} 10:00:00`
  switch (list) {
    case 'events':
      return { ...on(`2027-06-${two(1 + dice.upTo(4))} 10:00`), title, date }
    case 'venues':
      return { venue: `${title} ${number}`, date }
    case 'organizers':
      return { organizer: `${title} ${number}`, date }
    default:
      return {
        name: `${title.slice(0, 99)} ${list} ${number}`,
        description: title.slice(0, 40).repeat(dice.upTo(5)),
      }
  }
}

export function walksOn(open: () => Promise<{ readonly storage: Storage; close(): Promise<unknown> }>): void {
  const dice = new Dice(7)
  const quiet = new Map<ListName, number[]>()
  const busy = new Map<ListName, number[]>()
  let calendar: Calendar = openCalendar()
  let close = async (): Promise<unknown> => undefined
  let made = 0

  async function make(list: ListName): Promise<number> {
    return calendar.make(list, fieldsOf(list, dice, made++))
  }

  beforeAll(async () => {
    const opened = await open()
    close = opened.close
    await opened.storage.migrate()
    calendar = openCalendar({}, opened.storage)
    for (const list of LISTS) {
      const ids: number[] = []
      for (let one = 0; one < QUIET + BUSY; one++) {
        calendar.setTime(`2027-03-01T12:00:0${one % 3}Z`)
        ids.push(await make(list))
      }
      quiet.set(
        list,
        ids.filter((_, index) => index % 2 === 0),
      )
      busy.set(
        list,
        ids.filter((_, index) => index % 2 === 1),
      )
    }
  })
  afterAll(() => close())

  /** Changes, removes and adds some records of a list. */
  async function write(list: ListName): Promise<void> {
    calendar.setTime(`2027-03-01T12:00:0${dice.upTo(9)}Z`)
    const ids = busy.get(list) ?? []
    const id = ids[dice.upTo(ids.length)]
    if (id !== undefined && dice.chance(3)) {
      await calendar.ask('DELETE', `/${list}/${id}?force=1`)
      ids.splice(ids.indexOf(id), 1)
      ids.push(await make(list))
    } else if (id !== undefined) {
      const { status, text } = await calendar.ask('PATCH', `/${list}/${id}`, fieldsOf(list, dice, made++))
      expect(status, text).toBe(200)
    }
  }

  test.each(ORDERS)('%s by %s: what nobody writes comes once', async (list, query) => {
    const whole = await calendar.ask('GET', `/${list}?per_page=50&${query}`)
    expect((await walk(calendar, list, `per_page=3&${query}`)).ids).toEqual(idsIn(whole.body, list))
    const { ids } = await walk(calendar, list, `per_page=4&${query}`, async () => {
      await write(list)
      await write(list)
    })
    const own = quiet.get(list) ?? []
    expect(own).toHaveLength(QUIET)
    expect(ids.filter((id) => own.includes(id)).toSorted((a, b) => a - b)).toEqual(own)
  })

  describe('with filters', () => {
    const FILTERS: readonly (readonly [ListName, string])[] = [
      ['events', 'search=a&orderby=title'],
      ['events', 'search=fair&orderby=modified'],
      ['events', 'start_date=2027-06-02&end_date=2027-06-04&orderby=date'],
      ['events', 'modified_after=2027-03-01T12:00:00Z&orderby=title'],
      ['events', 'modified_after=2027-02-01&orderby=modified'],
      ['events', 'featured=0&orderby=modified&order=asc'],
      ['venues', 'search=market&orderby=title'],
      ['organizers', 'has_events=false&orderby=modified'],
      ['tags', 'search=a&hide_empty=0'],
    ]
    test.each(FILTERS)('%s of %s are the list', async (list, query) => {
      const whole = await calendar.ask('GET', `/${list}?per_page=50&${query}`)
      const ids = idsIn(whole.body, list)
      expect(ids.length).toBeGreaterThan(0)
      for (const size of [1, 3, 50]) {
        expect((await walk(calendar, list, `per_page=${size}&${query}`)).ids).toEqual(ids)
      }
    })
  })
}
