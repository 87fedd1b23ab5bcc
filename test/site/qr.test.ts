import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from '../../src/apps/site/files/qr.ts'

/*
 * jsQR has read codes of all lengths that this encoder makes. These are two of them.
 */

const hashOf = (text: string) =>
  createHash('sha256')
    .update((qrCode(text) ?? []).map((row) => row.map(Number).join('')).join('\n'))
    .digest('hex')

test('codes are those that another program has read', () => {
  expect(hashOf('https://town.example/events/')).toBe(
    'c36e93cbf3656ec37c7a2051245f4eb4bb31f45e10a93d3411d380d8e7d41351',
  )
  expect(hashOf(`https://town.example/event/${'x'.repeat(150)}/`)).toBe(
    'd0bad338d25446ee3b5cb8674705e85f0807fba5e5c2181cee42f537f4ebe8a4',
  )
})

test('a code is a square that grows with its text, and ends where readers do', () => {
  expect(qrCode('a')).toHaveLength(21)
  expect(qrCode('a'.repeat(14))).toHaveLength(21)
  expect(qrCode('a'.repeat(15))).toHaveLength(25)
  expect(qrCode('a'.repeat(412))).toHaveLength(77)
  expect(qrCode('a'.repeat(413))).toBeUndefined()
})
