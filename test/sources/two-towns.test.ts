import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { at, type Calendar, eventOf, listOf, openCalendar } from '../routes/calendar.ts'

/* Two calendars that read each other: what comes from one does not go back to it as another event. */

test.each(['ics', 'site'])(
  'two calendars that read each other have the same events, once (%s)',
  async (format) => {
    const towns = new Map<string, Calendar>()
    const open = () => {
      const fetch = (url: string, init: RequestInit) => {
        const { host, pathname, search } = new URL(url)
        const town = towns.get(host)
        if (town === undefined) throw new Error(`no town ${host}`)
        return town.api.fetch(new Request(`https://${host}${pathname}${search}`, init))
      }
      return openCalendar({ sources: { fetch } }, memoryStorage())
    }
    const [here, there] = [open(), open()]
    towns.set('here.example', here).set('there.example', there)
    const addressOf = (host: string) =>
      `https://${host}/vendor/events/v1/events${format === 'ics' ? '.ics' : ''}`
    await here.make('sources', { url: addressOf('there.example'), format, status: 'publish' })
    await there.make('sources', { url: addressOf('here.example'), format, status: 'publish' })

    const weekly = { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }
    const own = await here.make('events', eventOf({ title: 'Market', venue: { venue: 'Square' } }))
    await here.make('events', eventOf({ title: 'Choir', ...weekly }))
    await there.make('events', eventOf({ title: 'Chess' }))
    let hour = 12
    const read = async () => {
      for (let round = 0; round < 4; round++) {
        hour += 2
        for (const town of towns.values()) {
          town.setTime(`2027-03-0${1 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00Z`)
          expect(await town.api.pull()).toMatchObject({ failed: 0 })
        }
      }
      return Promise.all(
        [here, there].map(async ({ ask }) => {
          const { body } = await ask('GET', '/events?start_date=2027-01-01&end_date=2028-01-01&per_page=50')
          return listOf(body.events)
            .map(
              (event) =>
                `${at(event, 'title')} ${at(event, 'start_date')} ${at(event, 'event_status') ?? ''}`,
            )
            .sort()
        }),
      )
    }
    const [first, second] = await read()
    expect(first).toHaveLength(5)
    expect(second).toEqual(first)

    await here.ask('PATCH', `/events/${own}`, { title: 'Flea market' })
    const [changed, followed] = await read()
    expect(changed?.map((line) => line.split(' 2027')[0])).toEqual([
      'Chess',
      'Choir',
      'Choir',
      'Choir',
      'Flea market',
    ])
    expect(followed).toEqual(changed)

    const copy = (await there.ask('GET', '/events?search=flea&start_date=2027-01-01')).body
    expect(copy.total).toBe(1)
    await here.ask('DELETE', `/events/${own}`)
    const [left, right] = await read()
    expect(left).toHaveLength(4)
    expect(right).toContain('Flea market 2027-05-10 10:00:00 canceled')
  },
)
