import { expect, test } from 'vitest'
import { hexOf, isSameDigest, randomBytes, sha256, slowHash, utf8 } from '../../src/core/domain/digest.ts'

test('SHA-256 is the one of the standard', async () => {
  // FIPS 180-2, appendix B.1.
  expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(await sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('PBKDF2 goes by password, salt and rounds', async () => {
  // RFC 7914, section 11, the first 32 bytes.
  const hash = '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'
  expect(await slowHash('passwd', utf8('salt'), 1)).toBe(hash)
  for (const [password, salt, rounds] of [
    ['Passwd', 'salt', 1],
    ['passwd', 'Salt', 1],
    ['passwd', 'salt', 2],
  ] as const)
    expect(await slowHash(password, utf8(salt), rounds)).not.toBe(hash)
})

test('bytes are two digits each', () => {
  expect(hexOf(new Uint8Array([0, 9, 16, 255]))).toBe('000910ff')
  expect(randomBytes(16)).toHaveLength(16)
  expect(hexOf(randomBytes(16))).not.toBe(hexOf(randomBytes(16)))
  expect([...utf8('é')]).toEqual([0xc3, 0xa9])
})

test('digests are the same when every character is', () => {
  expect(isSameDigest('', '')).toBe(true)
  expect(isSameDigest('abc', 'abc')).toBe(true)
  for (const other of ['', 'ab', 'abcd', 'xbc', 'axc', 'abx']) expect(isSameDigest('abc', other)).toBe(false)
})
