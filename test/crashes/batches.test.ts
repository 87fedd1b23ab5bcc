import { expect } from 'vitest'
import { openBatches, statuses } from '../batch/opened.ts'
import { at, eventOf, listOf } from '../routes/calendar.ts'
import { killed } from './killed-program.ts'

/*
 * A process that carries out a batch of 40 requests is killed at any moment. An atomic batch is there whole or not at all,
 * and of another one each event is. The same batch, sent again with its key, makes what is missing, and nothing twice.
 */

const EVENTS = 20

/** Makes a venue, and events there; changes each of them once. */
const requestsOf = (word: string) => [
  { id: 'hall', path: '/venues', body: { venue: `Hall ${word}` } },
  ...Array.from({ length: EVENTS }, (_, index) => ({
    id: `e${index}`,
    path: '/events',
    body: eventOf({ title: `Event ${word} ${index}`, venue: { $ref: 'hall' }, tags: [`Tag ${word}`] }),
  })),
  ...Array.from({ length: EVENTS }, (_, index) => ({
    ...{ method: 'PATCH', path: `/events/$e${index}`, body: { excerpt: word } },
  })),
]

await killed('batches', 'batch-program.ts', 6, async ({ storage, dice, kills, counts, run }) => {
  /** The events of a batch, as a new process finds them. */
  const eventsOf = async (word: string) => {
    const { ask } = openBatches({ changes: true }, storage)
    const { body } = await ask('GET', `/events?per_page=50&search=${word}`)
    return listOf(body.events)
  }
  const takes = { true: 0, false: 0 }
  for (let kill = -2; kill < kills; kill++) {
    const word = `w${kill + 2}w`
    const atomic = kill % 2 === 0
    const batch = { atomic, requests: requestsOf(word) }
    // The first of each kind says how long one takes.
    const delay = kill < 0 ? undefined : dice.upTo(Math.ceil(takes[`${atomic}`] * 1.1))
    const took = await run([JSON.stringify({ ...batch, key: word })], delay)
    if (kill < 0) takes[`${atomic}`] = took
    const found = await eventsOf(word)
    const changed = found.filter((event) => String(at(event, 'excerpt')).includes(word)).length
    const isWhole = found.length === EVENTS && changed === EVENTS
    if (kill >= 0) counts[found.length === 0 ? 'before' : isWhole ? 'after' : 'during']++
    else expect(isWhole).toBe(true)
    if (atomic) expect(isWhole || found.length === 0, `${found.length} events, ${changed} changed`).toBe(true)
    for (const event of found) {
      expect(at(event, 'venue', 'venue')).toBe(`Hall ${word}`)
      expect(listOf(at(event, 'tags')).map((tag) => at(tag, 'name'))).toEqual([`Tag ${word}`])
    }
    const again = await openBatches({ changes: true }, storage).batch(batch.requests, {
      atomic,
      key: word,
    })
    expect(statuses(again).every((status) => status === 200 || status === 201)).toBe(true)
    const all = await eventsOf(word)
    expect(all).toHaveLength(EVENTS)
    for (const event of all) expect(at(event, 'excerpt')).toContain(word)
    const { ask } = openBatches({ changes: true }, storage)
    expect((await ask('GET', `/tags?search=${word}`)).body.tags).toMatchObject([{ count: EVENTS }])
    expect((await ask('GET', `/venues?search=${word}`)).body.total).toBe(1)
  }
})
