import { describe, expect, test } from 'vitest'
import { at, eventOf, idOf, openCalendar } from '../routes/calendar.ts'
import { inQuotes, isPlain } from './safe-html.ts'
import { ENCODINGS, send, WRITERS, type Writer } from './sending.ts'
import { ADDRESSES } from './vectors.ts'

describe('fields that are addresses', () => {
  const collections = ['events', 'venues', 'organizers'] as const

  test.each(collections)('of %s are http or https, or refused', async (collection) => {
    const calendar = openCalendar()
    const made = new Map<Writer, number>()
    for (const writer of WRITERS)
      made.set(
        writer,
        idOf((await send(calendar, 'POST', `/${collection}`, needed(collection), 'json', writer)).body),
      )
    let taken = 0
    for (const [turn, address] of ADDRESSES.entries()) {
      const writer = WRITERS[turn % WRITERS.length] ?? 'editor'
      const path = `/${collection}/${made.get(writer)}`
      for (const encoding of ENCODINGS) {
        const answer = await send(
          calendar,
          'PATCH',
          path,
          { website: address, image: address },
          encoding,
          writer,
        )
        const why = `${JSON.stringify(address.slice(0, 200))} as ${encoding}: ${answer.text.slice(0, 200)}`
        expect([200, 400], why).toContain(answer.status)
        if (answer.status === 400) {
          expect(answer.body.code, why).toBe('rest_invalid_param')
          expect(Object.keys(at(answer.body, 'data', 'params') ?? {}).sort(), why).toEqual([
            'image',
            'website',
          ])
          continue
        }
        taken++
        for (const url of [answer.body.website, at(answer.body, 'image', 'url')]) {
          if (typeof url !== 'string') throw new TypeError(`no address: ${why}`)
          expect(new URL(url).protocol, why).toMatch(/^https?:$/)
          expect(isPlain(url), why).toBe(true)
          expect(inQuotes(url.replaceAll('&', '&amp;'), '"'), why).toBe(url)
        }
      }
    }
    expect(taken).toBeGreaterThan(0)
    expect(calendar.errors).toEqual([])
  })

  const needed = (collection: (typeof collections)[number]): object => ({
    ...eventOf(),
    [collection.slice(0, -1)]: collection === 'events' ? '' : 'Ann',
    status: 'draft',
  })
})
