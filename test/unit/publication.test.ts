import { describe, expect, test } from 'vitest'
import { isDateText, publication, seconds } from '../../src/domain/publication.ts'
import type { PostRecord } from '../../src/domain/records.ts'
import { fixedZone } from '../../src/domain/zones.ts'
import type { Status } from '../../src/types.ts'

const now = new Date('2027-03-01T12:00:00.999Z')
const zone = fixedZone('UTC-5', -5 * 3600)
const NOW = { date: '2027-03-01 07:00:00', date_utc: '2027-03-01 12:00:00' }
const CHANGED = { modified: NOW.date, modified_utc: NOW.date_utc }
const OLD = { date: '2020-01-01 00:00:00', date_utc: '2020-01-01 05:00:00' }

const stored = (status: Status, more: Partial<PostRecord> = {}): PostRecord => ({
  ...{ id: 1, version: 1, author: 1, slug: 'a', image: null, modified: OLD.date, modified_utc: OLD.date_utc },
  ...OLD,
  ...{ status, dated: true, published: true },
  ...more,
})
const written = (
  current: PostRecord | null,
  status: Status,
  fields: Parameters<typeof publication>[2] = {},
) => publication(current, status, fields, now, zone)

describe('publication', () => {
  test('a clock is read in whole seconds', () => {
    expect(seconds(now)).toBe(Date.UTC(2027, 2, 1, 12) / 1000)
    expect(isDateText('2027-05-10', now, zone)).toBe(true)
    expect(isDateText('never', now, zone)).toBe(false)
  })

  test.each(['publish', 'future', 'private'] as const)('what is new and %s is of now', (status) => {
    expect(written(null, status)).toEqual({
      ...NOW,
      ...CHANGED,
      status: status === 'future' ? 'publish' : status,
      dated: true,
      published: true,
    })
  })

  test.each(['draft', 'pending'] as const)('a new %s has no date of its own yet', (status) => {
    expect(written(null, status)).toEqual({ ...NOW, ...CHANGED, status, dated: false, published: false })
  })

  test('what is in the trash was published', () => {
    expect(written(null, 'trash')).toMatchObject({ status: 'trash', dated: true, published: true })
  })

  test('each date follows from the other, and both stay as they are said', () => {
    expect(written(null, 'draft', { date: '2026-05-10 10:00' })).toMatchObject({
      date: '2026-05-10 10:00:00',
      date_utc: '2026-05-10 15:00:00',
      dated: true,
    })
    expect(written(null, 'draft', { date_utc: '2026-05-10 10:00' })).toMatchObject({
      date: '2026-05-10 05:00:00',
      date_utc: '2026-05-10 10:00:00',
      dated: true,
    })
    expect(written(null, 'draft', { date: '2026-05-10', date_utc: '2026-06-10' })).toMatchObject({
      date: '2026-05-10 00:00:00',
      date_utc: '2026-06-10 00:00:00',
    })
  })

  test('words are read by the clock, each in its own zone', () => {
    expect(written(null, 'draft', { date: 'today 01:00' }).date).toBe('2027-03-01 01:00:00')
    expect(written(null, 'draft', { date_utc: 'yesterday' }).date_utc).toBe('2027-02-28 00:00:00')
    expect(isDateText('tomorrow', now, zone)).toBe(true)
  })

  test('instants are the same in both', () => {
    expect(written(null, 'draft', { date: '2026-05-10T10:00Z' })).toMatchObject({
      date: '2026-05-10 05:00:00',
      date_utc: '2026-05-10 10:00:00',
    })
  })

  test('a date to come schedules, and one that is not publishes', () => {
    expect(written(null, 'publish', { date: '2027-05-10' }).status).toBe('future')
    expect(written(null, 'future', { date: '2027-05-10' }).status).toBe('future')
    expect(written(null, 'future', { date: '2026-05-10' }).status).toBe('publish')
    expect(written(null, 'publish', { date_utc: NOW.date_utc }).status).toBe('publish')
    expect(written(null, 'private', { date: '2027-05-10' }).status).toBe('private')
    expect(written(null, 'draft', { date: '2027-05-10' }).status).toBe('draft')
  })

  test('a stored date stays', () => {
    expect(written(stored('publish'), 'publish')).toEqual({
      ...OLD,
      ...CHANGED,
      status: 'publish',
      dated: true,
      published: true,
    })
    expect(written(stored('publish'), 'draft')).toMatchObject({ ...OLD, published: true })
    expect(written(stored('draft', { published: false }), 'draft')).toMatchObject({
      ...OLD,
      published: false,
    })
  })

  test('a draft without a date of its own gets it when it is published, not before', () => {
    const draft = stored('draft', { dated: false, published: false })
    expect(written(draft, 'publish')).toMatchObject({ ...NOW, dated: true, published: true })
    expect(written(draft, 'pending')).toMatchObject({ ...OLD, dated: false, published: false })
  })

  test('what is scheduled appears at once when that is asked for', () => {
    const scheduled = stored('future', { date: '2027-05-10 00:00:00', date_utc: '2027-05-10 05:00:00' })
    expect(written(scheduled, 'publish')).toMatchObject({ ...NOW, status: 'publish' })
    expect(written(scheduled, 'future')).toMatchObject({ date: '2027-05-10 00:00:00', status: 'future' })
    expect(written(scheduled, 'publish', { date: '2027-06-10' })).toMatchObject({
      date: '2027-06-10 00:00:00',
      status: 'future',
    })
  })
})
