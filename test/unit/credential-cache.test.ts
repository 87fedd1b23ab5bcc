import { expect, test } from 'vitest'
import { createCredentialCache } from '../../src/auth/credential-cache.ts'

const now = () => new Date('2027-03-01T12:00:00Z')

test('10,000 credentials are remembered, then the oldest are forgotten', () => {
  const known = createCredentialCache<{ id: string }>(300, now)
  for (let at = 0; at < 10_000; at++) known.begin()(`credentials ${at}`, { id: `${at}` })
  // Verified again, the first is no longer the oldest.
  known.begin()('credentials 0', { id: '0' })
  known.begin()('others', { id: 'others' })
  expect(known.find('credentials 0')).toEqual({ id: '0' })
  expect(known.find('credentials 1')).toBeUndefined()
  expect(known.find('credentials 2')).toEqual({ id: '2' })
  expect(known.find('others')).toEqual({ id: 'others' })
})

test('what is forgotten while it is looked up is not remembered', () => {
  const known = createCredentialCache<{ id: string }>(300, now)
  const keep = known.begin()
  known.forget('7')
  keep('credentials', { id: '7' })
  expect(known.find('credentials')).toBeUndefined()
})
