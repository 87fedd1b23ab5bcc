import { type Calendar, open } from '../../setup/shared-calendar.ts'
import { askTown, openTown } from './town.ts'

/*
 * Reads sources, and says when it begins and ends. The arguments: calendar as JSON, where publishers answer, the time, IDs.
 */

const [, , where = '', publishers = '', time = '', ...sources] = process.argv
const calendar: Calendar = JSON.parse(where)
const { storage } = open(calendar)
const ask = (url: string, init: RequestInit) => fetch(`${publishers}?${new URLSearchParams({ url })}`, init)
const api = openTown(storage, ask, () => new Date(time))
// What reads is loaded before it counts.
await askTown(api, 'POST', '/sources?dry_run=1', { url: 'https://nobody.example/feed.ics' })
process.stdout.write('begun\n')
for (const id of sources) await askTown(api, 'POST', `/sources/${id}/pull`)
process.stdout.write('ended\n')
process.exit(0)
