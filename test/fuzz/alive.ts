import { expect } from 'vitest'
import { at, eventOf, idOf, listOf } from '../routes/calendar.ts'
import type { World } from './world.ts'

const json = { 'content-type': 'application/json' }

/** Whether the calendar still does what it is for: lists, reads, takes and gives up an event. */
export async function expectAlive({ range, ids }: World): Promise<void> {
  const list = await range.fire({ method: 'GET', path: '/events', as: 'visitor' }, [200])
  const body: unknown = JSON.parse(list.text)
  expect(listOf(at(body, 'events')).length).toBe(Math.min(10, Number(at(body, 'total'))))
  const category = `/categories/${ids.categories[0]}`
  await range.fire({ method: 'GET', path: category, as: 'visitor' }, [200, 404])
  const made = await range.fire(
    { method: 'POST', path: '/events', as: 'editor', headers: json, body: JSON.stringify(eventOf()) },
    [201],
  )
  const own = `/events/${idOf(JSON.parse(made.text))}`
  const read = await range.fire({ method: 'GET', path: own, as: 'visitor' }, [200])
  expect(at(JSON.parse(read.text), 'title')).toBe('Open day')
  await range.fire({ method: 'DELETE', path: own, as: 'editor' }, [200])
  await range.fire({ method: 'GET', path: own, as: 'visitor' }, [403])
  expect(await range.verify()).toEqual([])
}
