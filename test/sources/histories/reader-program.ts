import { obey } from '../../setup/ordered-process.ts'
import { type Calendar, open } from '../../setup/shared-calendar.ts'
import { askTown, openTown } from './town.ts'

/*
 * Reads sources as it is told. The arguments: calendar as JSON, where publishers answer, what this process is called there, and
 * how many minutes its clock is ahead.
 */

const [, , where = '', publishers = '', by = '', ahead = '0'] = process.argv
const calendar: Calendar = JSON.parse(where)
const { storage } = open(calendar)
let time = 0
const ask = (url: string, init: RequestInit) =>
  fetch(`${publishers}?${new URLSearchParams({ url, by })}`, init)
const api = openTown(storage, ask, () => new Date(time + Number(ahead) * 60_000))

obey(async (order) => {
  if (typeof order.time === 'number') time = order.time
  if (order.do === 'pull') return api.pull()
  if (order.do === 'ask') return askTown(api, String(order.method), String(order.path), order.body)
  return undefined
})
