import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Md5Chain } from '../../src/auth/md5-chain.ts'

test('a chain of MD5 has the digests of node:crypto, for texts of every length', () => {
  for (let length = 0; length <= 130; length++) {
    const head = Buffer.from('s4ltS4lt')
    const text = Buffer.from('pässwörd '.repeat(20)).subarray(0, length)
    const md5 = (before: Uint8Array) => createHash('md5').update(before).update(text).digest()
    const chain = new Md5Chain(head, text)
    let expected = md5(head)
    expect(Buffer.from(chain.digest()), `${length}`).toEqual(expected)
    for (const times of [1, 0, 2]) {
      chain.run(times)
      for (let time = 0; time < times; time++) expected = md5(expected)
      expect(Buffer.from(chain.digest()), `${length}`).toEqual(expected)
    }
  }
})
